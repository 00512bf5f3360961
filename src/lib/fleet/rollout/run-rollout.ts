import type { Node } from '../../api/node.ts'
import { bursts, type Following, following } from '../../cluster/follow.ts'
import type { WatchFact } from '../../cluster/watch-messages.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import { deadline } from '../../ports/deadline.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Advance, advance, type Desired } from '../../rollouts/advance.ts'
import type { Rollouts, StoredRollout } from '../../rollouts/ports/rollouts.ts'
import type { Rollout } from '../../rollouts/rollout.ts'
import type { HoldFact } from '../../rollouts/rollout-messages.ts'
import type { Collections } from '../cluster.ts'
import { desiredOf } from './desired.ts'
import { globalOf, ownersOf } from './read-rollout.ts'
import { type RolloutFleet, rolloutFleet } from './rollout-fleet.ts'
import {
  NoRolloutPolicy,
  RolloutAborted,
  RolloutContended,
  type RolloutFlowFact,
  RolloutNotDone,
  RolloutNotRead,
  RolloutStops,
} from './rollout-flow-messages.ts'

export interface RunWorld {
  readonly cluster: {
    now(): number
    readonly rollouts: Pick<Rollouts, 'read' | 'write'>
    readonly collections: Pick<Collections, 'nodesWith' | 'documents'>
  }
  readonly clock: Clock
  /** Called with what was moved, and with what is waited for whenever that changes. */
  readonly report: (now: Moved) => void
  /** Called when the API server cannot be reached, and when it can be again. */
  readonly notice: (fact: WatchFact) => void
}

/** Where a rollout stands, and what is done about it. */
export interface Moved {
  readonly decision: Advance
  /** After the move. */
  readonly rollout: Rollout
  readonly fleet: RolloutFleet
}

export interface RunRequest {
  /** Ends when nothing can be done at the moment, instead of waiting. */
  readonly once: boolean
  readonly timeoutMs: number
}

export interface RunResult {
  /** As it was seen last. */
  readonly last: Moved | undefined
  readonly moves: number
  readonly failure: Failure<RolloutFlowFact> | undefined
}

/** How often time alone is looked at, milliseconds. */
const tickMs = 5_000

/** Whom another move has overtaken, looks again; but so often in a row only where something is wrong. */
const mostConflicts = 20

/** What only people end. */
const forPeople: ReadonlySet<HoldFact['reason']> = new Set(['RolloutPaused', 'WaitsForApproval', 'DesiredUnusable'])

/** The next look may have an answer. */
const passing: ReadonlySet<Failure['code']> = new Set(['unreachable', 'timeout'])

/**
 * Moves the gate of a rollout until its document is promoted or it is aborted, as far as the nodes allow. Any number of these may
 * run: a move is stored only where nobody has moved it meanwhile. An API server that is away is waited for. Rejects with the failure
 * of the first read, and with a refusal.
 */
export async function runRollout(world: RunWorld, request: RunRequest, { signal }: Limits): Promise<RunResult> {
  const { clock, notice } = world
  const limit = deadline(clock, request.timeoutMs, signal)
  const limits = { signal: limit.signal }
  const mover = new Mover(world, request)
  try {
    for await (const news of bursts(mover.followings, { clock, limits })) {
      if (news !== undefined) {
        notice(news)
        continue
      }
      const end = await mover.moveOn(limits)
      if (end !== undefined) return mover.result(end.failure)
    }
  } catch (error) {
    if (!limit.signal.aborted) throw error
  } finally {
    limit.cancel()
  }
  if (!limit.passed()) return mover.result(new Failure('interrupted', RolloutStops()))
  const because = mover.heldBy
  return mover.result(new Failure('timeout', because === undefined ? RolloutNotRead() : RolloutNotDone({ because })))
}

interface End {
  readonly failure: RunResult['failure']
}

/** What is known of the cluster, and what was done about the rollout. */
class Mover {
  readonly #world: RunWorld
  readonly #once: boolean
  readonly #nodes = new Map<string, Node>()
  readonly #documents = new Map<string, StoredDocument>()
  readonly #desired = desiredOnce()
  #last: Moved | undefined
  #moves = 0
  #conflicts = 0
  #shown = ''

  constructor(world: RunWorld, { once }: RunRequest) {
    this.#world = world
    this.#once = once
  }

  get followings(): readonly Following[] {
    const { collections } = this.#world.cluster
    return [
      into(this.#nodes, collections.nodesWith({})),
      into(this.#documents, collections.documents),
      ticking(this.#world.clock),
    ]
  }

  get heldBy(): HoldFact | undefined {
    return this.#last?.decision.kind === 'hold' ? this.#last.decision.because : undefined
  }

  result(failure: RunResult['failure']): RunResult {
    return { last: this.#last, moves: this.#moves, failure }
  }

  /** Until nothing can be done at the moment; undefined: that may change. */
  async moveOn(limits: Limits): Promise<End | undefined> {
    try {
      for (;;) {
        const looked = await this.#look(limits)
        if (looked !== 'moved') return looked
      }
    } catch (error) {
      if (this.#last !== undefined && error instanceof Failure && passing.has(error.code)) return undefined
      throw error
    }
  }

  async #look(limits: Limits): Promise<End | 'moved' | undefined> {
    const { cluster, report } = this.#world
    const stored = await cluster.rollouts.read(limits)
    if (stored?.reading.kind === 'unreadable') return { failure: new Failure('invalid', stored.reading.because) }
    const rollout = stored?.reading.rollout
    if (stored === undefined || rollout?.policy === undefined)
      return { failure: new Failure('refused', NoRolloutPolicy()) }
    const documents = [...this.#documents.values()]
    const now = cluster.now()
    const fleet = rolloutFleet([...this.#nodes.values()], { own: ownersOf(documents), now })
    const desired = await this.#desired(globalOf(documents))
    const decision = advance({ rollout, desired, nodes: fleet.members, now })
    if (decision.kind !== 'move') return this.#rest({ decision, rollout, fleet })
    if (await isStored(cluster.rollouts, { next: decision.next, stored }, limits)) {
      this.#moves += 1
      this.#conflicts = 0
      this.#last = { decision, rollout: decision.next, fleet }
      report(this.#last)
    } else if (++this.#conflicts > mostConflicts)
      return { failure: new Failure('conflict', RolloutContended({ times: this.#conflicts })) }
    return 'moved'
  }

  #rest(now: Moved): End | undefined {
    const { decision } = now
    this.#last = now
    const waitsFor = decision.kind === 'hold' ? decision.because : undefined
    const shown =
      waitsFor === undefined ? 'idle' : JSON.stringify([waitsFor.reason, 'nodes' in waitsFor && waitsFor.nodes])
    if (shown !== this.#shown) this.#world.report(now)
    this.#shown = shown
    if (waitsFor === undefined) return { failure: undefined }
    if (waitsFor.reason === 'RolloutRefused')
      return { failure: new Failure('reverted', RolloutAborted({ why: waitsFor.cause?.message })) }
    if (this.#once || forPeople.has(waitsFor.reason))
      return { failure: new Failure('timeout', RolloutNotDone({ because: waitsFor })) }
    return undefined
  }
}

/** Whether nobody has changed it meanwhile. */
async function isStored(
  rollouts: Pick<Rollouts, 'write'>,
  { next, stored }: { readonly next: Rollout; readonly stored: StoredRollout },
  limits: Limits,
): Promise<boolean> {
  try {
    await rollouts.write(next, stored, 'none', limits)
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'conflict') return false
    throw error
  }
}

const into = <T>(all: Map<string, T>, collection: Parameters<typeof following<T>>[0]): Following =>
  following(collection, (change) => {
    if (change.type === 'deleted') all.delete(change.name)
    else all.set(change.name, change.object)
  })

/** Something may be over. */
const ticking =
  (clock: Clock): Following =>
  async ({ signal }, report) => {
    report('synced')
    while (!signal.aborted) {
      await clock.sleep(tickMs, signal).catch(() => undefined)
      if (!signal.aborted) report('changed')
    }
  }

/** The same text is decoded once. */
function desiredOnce(): (stored: StoredDocument | undefined) => Promise<Desired> {
  let known: { readonly version: string; readonly desired: Promise<Desired> } | undefined
  return (stored) => {
    const version = stored === undefined ? '' : `${stored.uid} ${stored.resourceVersion}`
    if (known?.version !== version) known = { version, desired: desiredOf(stored) }
    return known.desired
  }
}
