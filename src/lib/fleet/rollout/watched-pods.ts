import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Advance, advance } from '../../rollouts/advance.ts'
import { asksPods, ofOldClock, type SeenPods, withoutPods } from '../../rollouts/pod-evidence.ts'
import type { PodSigns } from '../../rollouts/ports/pod-signs.ts'
import type { Rollout } from '../../rollouts/rollout.ts'
import type { RolloutNode } from '../../rollouts/rollout-node.ts'
import { LastLook } from './last-look.ts'
import { lookAtPods } from './look-at-pods.ts'
import type { RolloutView } from './read-rollout.ts'

/** How long a look counts, milliseconds; there is no other one before. */
const lookLastsMs = 30_000

interface Standing {
  readonly rollout: Rollout
  readonly nodes: readonly RolloutNode[]
  /** What follows from what is known. */
  readonly decision: Advance
  /** Milliseconds since the epoch, by the clock of the API server. */
  readonly now: number
}

/** What the pods of a rollout's nodes have shown last. */
export class WatchedPods {
  readonly #podSigns: PodSigns
  readonly #clock: Clock
  /** By the number of the candidate. */
  readonly #last: LastLook<number, SeenPods>
  /** What they show counts no more. */
  readonly #ofOldClock = new Set<string>()

  constructor(podSigns: PodSigns, clock: Clock) {
    this.#podSigns = podSigns
    this.#clock = clock
    this.#last = new LastLook(clock)
  }

  /** undefined: nobody has looked yet, or it is too long ago. */
  seenFor({ generation }: Rollout): SeenPods | undefined {
    return this.#last.at(generation)
  }

  /** What decides how a rollout goes on, looked at anew where that is due; undefined: it does not ask for pods. */
  async seenIn({ stored, desired, fleet, now }: RolloutView, limits: Limits): Promise<SeenPods | undefined> {
    if (stored?.reading.kind !== 'rollout') return undefined
    const { reading, writtenAt } = stored
    const { rollout } = reading
    const nodes = fleet.members
    for (;;) {
      const pods = this.seenFor(rollout)
      const decision = advance({ rollout, desired, nodes, now, writtenAt, pods })
      if (!(await this.lookFor({ rollout, nodes, decision, now }, limits))) return pods
    }
  }

  /** Whether there is something new. */
  async lookFor({ rollout, nodes, decision, now }: Standing, limits: Limits): Promise<boolean> {
    const { progress, generation } = rollout
    if (progress === undefined || !asksPods(rollout, nodes)) return false
    const known = this.seenFor(rollout)
    // What has failed is looked at first, and all else where the rollout waits for that.
    const asksUnfinished = known?.kind === 'seen' && known.looked === undefined && waitsForPods(decision)
    if (known !== undefined && !asksUnfinished) return false
    const looked = await lookAtPods(this.#podSigns, { progress, nodes, asksUnfinished }, limits)
    for (const pod of ofOldClock(looked, now)) this.#ofOldClock.add(pod)
    const found = withoutPods(looked, this.#ofOldClock)
    // From its end on: one that takes long is not made again and again.
    this.#last.keep({ about: generation, found, until: this.#clock.monotonic() + lookLastsMs })
    return true
  }
}

/** Whether a rollout goes on only when somebody has looked at more pods. */
const waitsForPods = (decision: Advance): boolean =>
  decision.kind === 'hold' && decision.because.reason === 'PodsNotSeen'
