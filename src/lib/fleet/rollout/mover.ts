import type { Node } from '../../api/node.ts'
import { type Following, following } from '../../cluster/follow.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Advance, advance, type Desired } from '../../rollouts/advance.ts'
import type { Checks } from '../../rollouts/ports/checks.ts'
import type { Rollouts, StoredRollout } from '../../rollouts/ports/rollouts.ts'
import type { Rollout } from '../../rollouts/rollout.ts'
import type { HoldFact, RolloutObjectFact } from '../../rollouts/rollout-messages.ts'
import type { Collections } from '../cluster.ts'
import { AskedChecks } from './asked-checks.ts'
import { desiredOf } from './desired.ts'
import { globalOf, ownersOf, type RolloutView } from './read-rollout.ts'
import { type RolloutFleet, rolloutFleet } from './rollout-fleet.ts'

export interface MoverWorld {
  readonly cluster: {
    now(): number
    readonly rollouts: Pick<Rollouts, 'read' | 'write'>
    readonly collections: Pick<Collections, 'nodesWith' | 'documents'>
  }
  readonly clock: Clock
  /** Those of a policy are asked when a wave has soaked. */
  readonly checks: Checks
  /** Called with what was moved, and with what is waited for whenever that changes. */
  readonly report: (now: Moved) => void
}

/** Where a rollout stands, and what is done about it. */
export interface Moved {
  /** Of the object with its state. */
  readonly uid: string
  readonly decision: Advance
  /** After the move. */
  readonly rollout: Rollout
  readonly fleet: RolloutFleet
}

/** What is left when nothing can be done at the moment. */
export type Looked =
  | { readonly kind: 'rests'; readonly at: Moved }
  /** Nodes get the document itself. `view.stored`: undefined, there is no object; else it has no policy any more. */
  | { readonly kind: 'no-policy'; readonly view: RolloutView }
  | { readonly kind: 'unreadable'; readonly uid: string; readonly because: RolloutObjectFact }
  /** Others have moved it so often in a row that something is wrong. */
  | { readonly kind: 'contended'; readonly times: number }

/** How often time alone is looked at, milliseconds. */
const tickMs = 5_000

/** Whom another move has overtaken, looks again; but so often in a row only where something is wrong. */
const mostConflicts = 20

/**
 * Moves the gate of a rollout. Any number of these may run: a move is stored only where nobody has moved the rollout since it was
 * read. What it knows of nodes and documents is what `followings` have told.
 */
export class Mover {
  readonly #world: MoverWorld
  readonly #nodes = new Map<string, Node>()
  readonly #documents = new Map<string, StoredDocument>()
  readonly #desired = desiredOnce()
  readonly #checks: AskedChecks
  #moves = 0
  #shown = ''

  constructor(world: MoverWorld) {
    this.#world = world
    this.#checks = new AskedChecks(world.checks, world.clock)
  }

  get followings(): readonly Following[] {
    const { collections } = this.#world.cluster
    return [
      into(this.#nodes, collections.nodesWith({})),
      into(this.#documents, collections.documents),
      ticking(this.#world.clock),
    ]
  }

  /** How often it has moved the gate. */
  get moves(): number {
    return this.#moves
  }

  /** Does what can be done. Rejects as the calls of its cluster do, but for conflicts. */
  async moveOn(limits: Limits): Promise<Looked> {
    const { cluster } = this.#world
    for (let conflicts = 0; ; ) {
      const view = await this.#view(limits)
      if (view.stored === undefined) return { kind: 'no-policy', view }
      const { uid, reading } = view.stored
      if (reading.kind === 'unreadable') return { kind: 'unreadable', uid, because: reading.because }
      const { rollout } = reading
      if (rollout.policy === undefined) return { kind: 'no-policy', view }
      const { desired, fleet, now } = view
      const answers = this.#checks.answersAbout(rollout)
      const decision = advance({ rollout, desired, nodes: fleet.members, now, answers })
      // Meanwhile, all else may have changed.
      if (waitsForChecks(decision) && (await this.#checks.askAbout(rollout, limits))) continue
      if (decision.kind !== 'move') return this.#rest({ uid, decision, rollout, fleet })
      if (await isStored(cluster.rollouts, { next: decision.next, stored: view.stored }, limits)) {
        this.#moves += 1
        conflicts = 0
        this.#world.report({ uid, decision, rollout: decision.next, fleet })
      } else if (++conflicts > mostConflicts) return { kind: 'contended', times: conflicts }
    }
  }

  async #view(limits: Limits): Promise<RolloutView> {
    const { cluster } = this.#world
    const stored = await cluster.rollouts.read(limits)
    const documents = [...this.#documents.values()]
    const now = cluster.now()
    const fleet = rolloutFleet([...this.#nodes.values()], { own: ownersOf(documents), now })
    return { stored, desired: await this.#desired(globalOf(documents)), fleet, now }
  }

  #rest(at: Moved): Looked {
    const { decision } = at
    const because = decision.kind === 'hold' ? decision.because : undefined
    const shown = because === undefined ? 'idle' : JSON.stringify([because.reason, whomOf(because)])
    if (shown !== this.#shown) this.#world.report(at)
    this.#shown = shown
    return { kind: 'rests', at }
  }
}

const waitsForChecks = (decision: Advance): boolean =>
  decision.kind === 'hold' && decision.because.reason === 'ChecksNotPassed'

/** Without times, which change each time. */
const whomOf = (waitsFor: HoldFact): unknown =>
  'nodes' in waitsFor ? waitsFor.nodes : 'checks' in waitsFor && waitsFor.checks

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
