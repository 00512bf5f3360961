import type { WatchFact } from '../../cluster/watch-messages.ts'
import type { ObjectEvent } from '../../loop/events/object-event.ts'
import type { ElectionFact } from '../../loop/leader-election/election-messages.ts'
import type { Level, Log } from '../../loop/log-line.ts'
import type { Fact } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import { rollout as names } from '../../names.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Step } from '../../rollouts/advance.ts'
import type { HoldFact } from '../../rollouts/rollout-messages.ts'
import { movedFact } from '../rollout/moved-messages.ts'
import type { Looked, Moved } from '../rollout/mover.ts'
import {
  type ControllerFact,
  ControllerFollows,
  ControllerLimited,
  ControllerNotLimited,
  PolicyWasDeleted,
  RolloutNotMoved,
} from './controller-messages.ts'
import type { ControllerMetrics } from './controller-metrics.ts'

interface Options {
  readonly clock: Pick<Clock, 'now'>
  /** Of the documents. */
  readonly namespace: string
  readonly log: Log
  readonly record: (event: ObjectEvent) => void
  readonly metrics: ControllerMetrics
}

/** What people should know of, as Events of the object. The others are in the log. */
const eventOfStep: Partial<Record<Step, { readonly reason: string; readonly type: 'Normal' | 'Warning' }>> = {
  start: { reason: 'RolloutStarted', type: 'Normal' },
  'next-wave': { reason: 'RolloutWaveStarted', type: 'Normal' },
  promote: { reason: 'RolloutPromoted', type: 'Normal' },
  pause: { reason: 'RolloutPaused', type: 'Warning' },
  abort: { reason: 'RolloutAborting', type: 'Warning' },
  end: { reason: 'RolloutAborted', type: 'Warning' },
}

/** What a rollout waits for until somebody does something. */
const eventOfHold: Partial<Record<HoldFact['reason'], 'Normal' | 'Warning'>> = {
  WaitsForApproval: 'Normal',
  FleetUnavailable: 'Warning',
  DesiredUnusable: 'Warning',
  PodsNotSeen: 'Warning',
  PodsHurt: 'Warning',
  PodsNotStarted: 'Warning',
  ProbesNotSeen: 'Warning',
  ProbesUnclear: 'Warning',
}

/** Watches a controller: for its log, its metrics and its Events. What stays the same is reported once. */
export class ControllerMonitor {
  readonly #options: Options
  #said = ''

  constructor(options: Options) {
    this.#options = options
  }

  readonly moved = (at: Moved): void => {
    const { clock, metrics } = this.#options
    metrics.moved(at, clock.now())
    const { decision, uid } = at
    const fact = movedFact(at)
    if (decision.kind === 'move') {
      const event = eventOfStep[decision.step]
      this.#options.log(event?.type === 'Warning' ? 'warning' : 'info', fact)
      if (event !== undefined) this.#record({ ...event, uid, fact })
      return
    }
    this.#options.log('info', fact)
    if (decision.kind !== 'hold') return
    const { because } = decision
    const type = eventOfHold[because.reason]
    if (type !== undefined) this.#record({ uid, type, reason: because.reason, fact })
  }

  looked(looked: Looked): void {
    this.#options.metrics.looked(looked, this.#options.clock.now())
    if (looked.kind === 'unreadable') {
      if (!this.#sayOnce('warning', looked.because)) return
      this.#record({ uid: looked.uid, type: 'Warning', reason: looked.because.reason, fact: looked.because })
    } else if (looked.kind === 'no-policy' && looked.view.stored !== undefined)
      this.#sayOnce('warning', PolicyWasDeleted())
    else if (looked.kind === 'rests') this.#said = ''
  }

  /** Nothing could be done. */
  failed({ fact: because }: Failure): void {
    this.#options.metrics.failed(because.reason)
    this.#sayOnce('warning', RolloutNotMoved({ because }))
  }

  /** About the policy that is set where there is none. */
  policy(level: Level, fact: ControllerFact): void {
    this.#sayOnce(level, fact)
  }

  limited(isLimited: boolean): void {
    const { metrics } = this.#options
    const { policyEnforced: before } = metrics
    metrics.policyEnforced = isLimited
    if (before === isLimited) return
    if (!isLimited) this.#options.log('warning', ControllerNotLimited())
    else if (before !== undefined) this.#options.log('info', ControllerLimited())
  }

  synced(): void {
    const { metrics, namespace } = this.#options
    if (metrics.replica.isSynced) return
    metrics.replica.isSynced = true
    this.#options.log('info', ControllerFollows({ namespace }))
  }

  connection(fact: WatchFact): void {
    this.#options.log(fact.reason === 'WatchLost' ? 'warning' : 'info', fact)
  }

  election(fact: ElectionFact): void {
    this.#options.log(fact.reason === 'LeaseRequestFailed' ? 'warning' : 'info', fact)
  }

  /** Whether it is said: it was not the last that was said. */
  #sayOnce(level: Level, fact: Fact & { readonly because?: Fact }): boolean {
    const said = `${fact.reason} ${fact.because?.reason}`
    if (this.#said === said) return false
    this.#said = said
    this.#options.log(level, fact)
    return true
  }

  #record({ uid, type, reason, fact }: Pick<ObjectEvent, 'type' | 'reason' | 'fact'> & { readonly uid: string }): void {
    const { namespace, record } = this.#options
    const about = { apiVersion: 'v1', kind: 'ConfigMap', name: names.configMap, namespace, uid }
    record({ about, type, reason, action: 'MoveRollout', fact, key: reason })
  }
}
