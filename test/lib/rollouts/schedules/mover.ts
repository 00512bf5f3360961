import type { Node } from '../../../../src/lib/api/node.ts'
import { rolloutFleet } from '../../../../src/lib/fleet/rollout/rollout-fleet.ts'
import { type Advance, advance, type Desired, type Step } from '../../../../src/lib/rollouts/advance.ts'
import { ofOldClock, withoutPods } from '../../../../src/lib/rollouts/pod-evidence.ts'
import type { Rollout } from '../../../../src/lib/rollouts/rollout.ts'
import type { RolloutNode } from '../../../../src/lib/rollouts/rollout-node.ts'
import { fail } from '../../../support/schedules/violation.ts'
import type { MoverKind } from './schedule.ts'
import type { SimulatedCluster, Stored } from './simulated-cluster.ts'

/** Time alone is looked at so often at the latest. */
const tickMs = 600_000
/** The rollout is not watched: what others have written is seen so much later. */
const noticeMs = 5_000
/** From a look to the write. */
const writeMs = 40
const mostMoves = 1_000

/** What a mover has decided, and from what. */
export interface Move {
  readonly step: Step
  readonly before: Rollout
  readonly after: Rollout
  readonly members: readonly RolloutNode[]
  /** When it looked, milliseconds of virtual time. */
  readonly lookedAt: number
  /** How old what it knew of the nodes may have been. */
  readonly blindMs: number
  readonly seesPods: boolean
}

/** Moves the gate, as `rollout run` does: the rollout is read each time, nodes and documents are as its watches have shown them. */
export class Mover {
  readonly #kind: MoverKind
  readonly #cluster: SimulatedCluster
  readonly #moved: (move: Move) => void
  readonly #nodes = new Map<string, Node>()
  readonly #owners = new Set<string>()
  #desired: Desired
  /** How many changes its watches have shown, and up to when. */
  #seen = 0
  #seenUntil = 0
  #wakesAt = Number.POSITIVE_INFINITY
  #lookedAt = Number.NEGATIVE_INFINITY
  #deadUntil = 0
  #stalledUntil = 0
  #freezesFor = 0
  #isWriting = false
  /** Another life of the process. */
  #life = 0
  #movesInARow = 0
  /** What they show counts no more. */
  readonly #ofOldClock = new Set<string>()
  last: Advance | undefined

  constructor(kind: MoverKind, cluster: SimulatedCluster, moved: (move: Move) => void) {
    this.#kind = kind
    this.#cluster = cluster
    this.#moved = moved
    this.#desired = cluster.desired
    this.wake(0)
  }

  get #now(): number {
    return this.#cluster.queue.now()
  }

  /** Something has changed that it watches. */
  hear(): void {
    this.wake(this.#kind.lagMs)
  }

  /** Something has changed that it does not watch. */
  overlook(): void {
    this.wake(noticeMs)
  }

  die(forMs: number): void {
    this.#life += 1
    this.#isWriting = false
    this.#deadUntil = Math.max(this.#deadUntil, this.#now + forMs)
    // The next one lists everything first.
    this.#stalledUntil = 0
    this.#freezesFor = 0
    this.wake(forMs)
  }

  /** Its watches show nothing new. */
  stall(forMs: number): void {
    this.#stalledUntil = Math.max(this.#stalledUntil, this.#now + forMs)
    this.wake(forMs)
  }

  /** Between its next look and the write. */
  freeze(forMs: number): void {
    this.#freezesFor = forMs
    this.wake(0)
  }

  mend(): void {
    this.#deadUntil = 0
    this.#stalledUntil = 0
    this.#freezesFor = 0
    this.#isWriting = false
    this.#life += 1
    this.wake(0)
  }

  wake(inMs: number): void {
    const at = Math.max(this.#now + inMs, this.#lookedAt + this.#kind.paceMs)
    if (at >= this.#wakesAt) return
    this.#wakesAt = at
    this.#cluster.queue.at(at, () => {
      if (this.#wakesAt !== at) return
      this.#wakesAt = Number.POSITIVE_INFINITY
      this.#look()
    })
  }

  #look(): void {
    if (this.#now < this.#deadUntil) return void this.wake(this.#deadUntil - this.#now)
    if (this.#isWriting) return
    this.#lookedAt = this.#now
    this.#catchUp()
    this.wake(tickMs)
    const { stored } = this.#cluster
    const rollout = this.#cluster.rollout
    this.last = undefined
    if (stored === undefined || rollout?.policy === undefined) return
    const now = this.#cluster.now()
    const { members } = rolloutFleet([...this.#nodes.values()], { own: this.#owners, now })
    for (const pod of ofOldClock(this.#cluster.pods, now)) this.#ofOldClock.add(pod)
    const pods = withoutPods(this.#cluster.pods, this.#ofOldClock)
    const { writtenAt } = stored
    const probes = { kind: 'seen', probes: this.#cluster.probes } as const
    const decision = advance({ rollout, desired: this.#desired, nodes: members, now, writtenAt, pods, probes })
    if (decision.kind === 'hold' && decision.because.reason === 'WaitsForProbes')
      for (const probe of decision.because.due) this.#cluster.makeProbe(probe)
    this.last = decision
    const seesPods = pods.kind === 'seen'
    if (decision.kind === 'move') return void this.#write(stored, { ...decision, before: rollout, members, seesPods })
    this.#movesInARow = 0
    if (decision.kind === 'hold' && decision.until !== undefined)
      this.wake(Math.max(0, this.#cluster.whenIs(decision.until) - this.#now))
  }

  #catchUp(): void {
    const { changes } = this.#cluster
    if (this.#now >= this.#stalledUntil) this.#seenUntil = Math.max(this.#seenUntil, this.#now - this.#kind.lagMs)
    for (; this.#seen < changes.length && changes[this.#seen]!.at <= this.#seenUntil; this.#seen += 1) {
      const change = changes[this.#seen]!
      if (change.kind === 'desired') this.#desired = change.desired
      else if (change.kind === 'node') {
        if (change.node === undefined) this.#nodes.delete(change.name)
        else this.#nodes.set(change.name, change.node)
      } else if (change.isThere) this.#owners.add(change.name)
      else this.#owners.delete(change.name)
    }
  }

  #write(
    stored: Stored,
    { step, next, before, ...seen }: { step: Step; next: Rollout } & Pick<Move, 'before' | 'members' | 'seesPods'>,
  ): void {
    const [life, lookedAt, seenUntil] = [this.#life, this.#now, this.#seenUntil]
    const inMs = writeMs + this.#freezesFor
    this.#freezesFor = 0
    this.#isWriting = true
    if (++this.#movesInARow > mostMoves) fail('a mover does not come to rest')
    this.#cluster.queue.after(inMs, () => {
      if (life !== this.#life) return
      this.#isWriting = false
      const isStored = this.#cluster.write(next, stored)
      // What was stored is looked at at once, as is what has overtaken it.
      this.#lookedAt = Number.NEGATIVE_INFINITY
      this.wake(0)
      if (isStored) this.#moved({ step, before, after: next, ...seen, lookedAt, blindMs: this.#now - seenUntil })
    })
  }
}
