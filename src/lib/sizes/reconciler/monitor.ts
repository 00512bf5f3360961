import type { ElectionFact } from '../../loop/leader-election/election-messages.ts'
import type { Level, Log } from '../../loop/log-line.ts'
import { type Fact, nodeSubject } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Action } from '../desired/reconcile.ts'
import type { Restored } from './carry-out.ts'
import type { ReconcilerObserver } from './observer.ts'
import {
  ClusterFound,
  ClusterLost,
  NodeNotRestored,
  NodeRestored,
  PassFailed,
  type ReconcilerFact,
  ReconcilerFollows,
  WritesLimited,
  WritesNotLimited,
} from './reconciler-messages.ts'
import type { ReconcilerMetrics } from './reconciler-metrics.ts'

interface Options {
  readonly clock: Clock
  readonly namespace: string
  readonly log: Log
  /** Makes an Event of a Node. */
  readonly announce: (level: Level, fact: Fact) => void
  readonly metrics: ReconcilerMetrics
}

/** From so many failures in a row on, a node is a matter for people: the first ones pass. */
const failuresOfAnEvent = 3
/** Decisions that people should know of. */
const notable: ReadonlySet<string> = new Set(['DesiredSizeInvalid', 'ResizedByOther', 'NoRoomForDesiredSize'])

/** Watches a reconciler: for its log, its metrics and its Events. What stays the same is reported once. */
export class ReconcilerMonitor implements ReconcilerObserver {
  readonly #options: Options
  readonly #failing = new Map<string, string>()
  /** By node: the last decision that people should know of. */
  readonly #noted = new Map<string, string>()
  #isLost = false

  constructor(options: Options) {
    this.#options = options
  }

  decided(node: string, decision: { readonly action: Action; readonly desired: string } | undefined): void {
    const why = decision?.action.why
    this.#options.metrics.decided(node, why?.reason)
    if (decision === undefined || why === undefined || !notable.has(why.reason)) {
      if (why?.reason === 'DesiredSizeReached' || why === undefined) this.#noted.delete(node)
      return
    }
    const state = `${why.reason} ${decision.desired}`
    if (this.#noted.get(node) === state) return
    this.#noted.set(node, state)
    const isBroken = why.reason === 'DesiredSizeInvalid'
    this.#options.log(isBroken ? 'warning' : 'info', why)
    if (isBroken) this.#options.announce('warning', why)
  }

  did({ node, outcome, why, before, after, warnings }: Restored): void {
    this.#options.metrics.actions.inc({ reason: why.reason, outcome })
    this.#failing.delete(node)
    const fact = NodeRestored({ subject: nodeSubject(node), outcome, because: why, before, after })
    const level = outcome === 'reverted' ? 'warning' : 'info'
    this.#options.log(level, fact)
    if (outcome !== 'unchanged') this.#options.announce(level, fact)
    for (const warning of warnings) this.#options.log('warning', warning)
  }

  uncordoned(fact: Fact): void {
    this.#options.log('warning', fact)
  }

  failed(node: string, { code, fact: because }: Failure, count: number): void {
    this.#options.metrics.actions.inc({ reason: because.reason, outcome: code })
    const fact: ReconcilerFact = NodeNotRestored({ subject: nodeSubject(node), because, count })
    if (this.#failing.get(node) !== because.reason) this.#options.log('warning', fact)
    this.#failing.set(node, because.reason)
    if (count === failuresOfAnEvent) this.#options.announce('warning', fact)
  }

  resynced(): void {
    this.#options.metrics.resynced(this.#options.clock.now())
  }

  resyncFailed(because: Fact): void {
    this.#say('warning', PassFailed({ because }))
  }

  limited(isLimited: boolean): void {
    const { metrics } = this.#options
    const { policyEnforced: before } = metrics
    metrics.policyEnforced = isLimited
    if (before === isLimited) return
    if (!isLimited) this.#say('warning', WritesNotLimited())
    else if (before !== undefined) this.#say('info', WritesLimited())
  }

  synced(): void {
    this.#options.metrics.replica.isSynced = true
    this.#say('info', ReconcilerFollows({ namespace: this.#options.namespace }))
  }

  readonly connection = (lost: Failure | undefined): void => {
    if ((lost !== undefined) === this.#isLost) return
    this.#isLost = lost !== undefined
    if (lost === undefined) this.#say('info', ClusterFound())
    else this.#say('warning', ClusterLost({ because: lost.fact }))
  }

  election(fact: ElectionFact): void {
    this.#options.log(fact.reason === 'LeaseRequestFailed' ? 'warning' : 'info', fact)
  }

  #say(level: Level, fact: ReconcilerFact): void {
    this.#options.log(level, fact)
  }
}
