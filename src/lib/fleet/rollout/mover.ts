import type { Following } from '../../cluster/follow.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Advance, advance } from '../../rollouts/advance.ts'
import type { Checks } from '../../rollouts/ports/checks.ts'
import type { PodSigns } from '../../rollouts/ports/pod-signs.ts'
import type { Probes } from '../../rollouts/ports/probes.ts'
import type { Rollouts, StoredRollout } from '../../rollouts/ports/rollouts.ts'
import type { Rollout } from '../../rollouts/rollout.ts'
import { holdKey, type RolloutObjectFact } from '../../rollouts/rollout-messages.ts'
import { AskedChecks } from './asked-checks.ts'
import { type FleetWorld, FollowedFleet } from './followed-fleet.ts'
import type { RolloutView } from './read-rollout.ts'
import type { RolloutFleet } from './rollout-fleet.ts'
import { TriedProbes } from './tried-probes.ts'
import { WatchedPods } from './watched-pods.ts'

export interface MoverWorld extends FleetWorld {
  readonly cluster: FleetWorld['cluster'] & {
    readonly rollouts: Pick<Rollouts, 'read' | 'write'>
    readonly podSigns: PodSigns
    readonly probes: Probes
  }
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

/** Whom another move has overtaken, looks again; but so often in a row only where something is wrong. */
const mostConflicts = 20

/**
 * Moves the gate of a rollout. Any number of these may run: a move is stored only where nobody has moved the rollout since it was
 * read. What it knows of nodes and documents is what `followings` have told.
 */
export class Mover {
  readonly #world: MoverWorld
  readonly #fleet: FollowedFleet
  readonly #checks: AskedChecks
  readonly #pods: WatchedPods
  readonly #probes: TriedProbes
  #moves = 0
  #shown = ''

  constructor(world: MoverWorld) {
    this.#world = world
    this.#fleet = new FollowedFleet(world)
    this.#checks = new AskedChecks(world.checks, world.clock)
    this.#pods = new WatchedPods(world.cluster.podSigns, world.clock)
    this.#probes = new TriedProbes(world.cluster.probes, world.clock)
  }

  get followings(): readonly Following[] {
    return this.#fleet.followings
  }

  /** How often it has moved the gate. */
  get moves(): number {
    return this.#moves
  }

  /** Does what can be done. Rejects as the calls of its cluster do, but for conflicts. */
  async moveOn(limits: Limits): Promise<Looked> {
    const { cluster } = this.#world
    for (let conflicts = 0; ; ) {
      const view = await this.#fleet.view(await cluster.rollouts.read(limits))
      if (view.stored === undefined) return { kind: 'no-policy', view }
      const { uid, reading, writtenAt } = view.stored
      if (reading.kind === 'unreadable') return { kind: 'unreadable', uid, because: reading.because }
      const { rollout } = reading
      if (rollout.policy === undefined) return { kind: 'no-policy', view }
      const { desired, fleet, now } = view
      const answers = this.#checks.answersAbout(rollout)
      const pods = this.#pods.seenFor(rollout)
      const nodes = fleet.members
      const probes = this.#probes.seenFor(rollout)
      const decision = advance({ rollout, desired, nodes, now, writtenAt, answers, pods, probes })
      // Meanwhile, all else may have changed.
      if (await this.#pods.lookFor({ rollout, nodes, decision, now }, limits)) continue
      if (await this.#probes.lookFor(rollout, decision, limits)) continue
      if (waitsForChecks(decision) && (await this.#checks.askAbout(rollout, limits))) continue
      if (decision.kind !== 'move') return this.#rest({ uid, decision, rollout, fleet })
      if (await isStored(cluster.rollouts, { next: decision.next, stored: view.stored }, limits)) {
        this.#moves += 1
        conflicts = 0
        this.#world.report({ uid, decision, rollout: decision.next, fleet })
      } else if (++conflicts > mostConflicts) return { kind: 'contended', times: conflicts }
    }
  }

  #rest(at: Moved): Looked {
    const { decision } = at
    const because = decision.kind === 'hold' ? decision.because : undefined
    const shown = because === undefined ? 'idle' : holdKey(because)
    if (shown !== this.#shown) this.#world.report(at)
    this.#shown = shown
    return { kind: 'rests', at }
  }
}

const waitsForChecks = (decision: Advance): boolean =>
  decision.kind === 'hold' && decision.because.reason === 'ChecksNotPassed'

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
