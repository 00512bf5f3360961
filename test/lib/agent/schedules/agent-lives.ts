import type { Journal } from '../../../../src/lib/agent/journal/journal.ts'
import type { DocumentSource } from '../../../../src/lib/agent/model/config.ts'
import type { Found } from '../../../../src/lib/agent/model/event.ts'
import type { JournalText } from '../../../../src/lib/agent/simulated/disk.ts'
import type { World } from './carry-out.ts'
import type { StateFile } from './faults/fault.ts'
import { olderAgent } from './faults/older-agent.ts'
import type { Invariants } from './invariants.ts'
import { SimulatedAgent } from './simulated-agent.ts'
import { type Codec, journalIn, thisAgent } from './written-journal.ts'

/** The agents that run on a machine, one after the other. */
export class AgentLives {
  /** How many there were. */
  count = 0
  /** Until then it does nothing. */
  frozenUntil = 0
  agent: SimulatedAgent | undefined
  #startsAt = 0
  /** Until then an older version runs. */
  #olderUntil = 0
  readonly #world: World
  readonly #invariants: Invariants

  /** The state that the next one would have read, which it could not. */
  #isPutAside = false

  constructor(world: World, invariants: Invariants) {
    this.#world = world
    this.#invariants = invariants
  }

  codec(): Codec {
    return this.#now() < this.#olderUntil ? olderAgent : thisAgent
  }

  turn(): void {
    const now = this.#now()
    if (now < this.frozenUntil || (this.agent === undefined && now < this.#startsAt)) return
    if (this.#olderUntil !== 0 && this.#olderUntil <= now) this.downgrade(0)
    if (this.agent === undefined) this.#start()
    this.agent!.run()
  }

  #start(): void {
    this.agent = new SimulatedAgent(this.#world, this.#isPutAside)
    this.#isPutAside = false
  }

  /** When it is to have a turn, at the latest. */
  nextInMs(): number {
    const now = this.#now()
    const starts = Math.max(this.#startsAt, this.frozenUntil) - now
    const upgrade = this.#olderUntil > now ? this.#olderUntil - now : Number.POSITIVE_INFINITY
    if (this.agent === undefined || starts > 0) return Math.min(starts, upgrade)
    return Math.min(this.agent.wakesAt() - this.#world.machine.moment().uptimeMs, upgrade)
  }

  restart(inMs = 0): void {
    this.count += 1
    this.agent = undefined
    this.frozenUntil = 0
    this.#startsAt = this.#now() + inMs
    this.#invariants.stopped()
  }

  /** The next one knows nothing of what was before, or an older state of it. */
  losesJournal(): void {
    this.#invariants.losesJournal()
    this.#invariants.forget()
  }

  /** Somebody removes its state, or puts a backup of it there. */
  replaceState({ is, behind }: StateFile): void {
    const { machine, storage } = this.#world
    const older = is === 'older' ? storage.journals.at(-behind) : undefined
    machine.disk.journal = this.#isReadable(older) ? older : undefined
    this.#invariants.lostOrders ||= is === 'older'
    this.losesJournal()
    this.restart()
  }

  /** An older version is installed for so long; 0: this one is back. A state that it cannot read is put aside. */
  downgrade(forMs: number): void {
    this.#olderUntil = forMs === 0 ? 0 : this.#now() + forMs
    const { disk } = this.#world.machine
    if (!this.#isReadable(disk.journal)) {
      disk.journal = undefined
      this.#isPutAside = true
      this.losesJournal()
    }
    this.restart()
  }

  #isReadable(written: JournalText | undefined): boolean {
    const journal: Journal | undefined = journalIn(written, this.codec())
    return written === undefined || journal !== undefined
  }

  /** The older version, if one runs, is replaced. */
  mend(): void {
    this.frozenUntil = 0
    if (this.#olderUntil > this.#now()) this.downgrade(0)
  }

  /** What a watch says of a source; then the newest. */
  hear(source: DocumentSource, events: readonly Found[]): void {
    const { cluster } = this.#world
    if (!cluster.answers || this.#now() < this.frozenUntil) return
    for (const found of [...events, cluster.found(source)]) this.agent?.hear({ kind: 'source', source, found })
  }

  #now(): number {
    return this.#world.machine.totalMs
  }
}
