import type { Disk, JournalText } from '../../../../../src/lib/agent/simulated/disk.ts'
import { haveSameText } from '../written-journal.ts'

/**
 * What becomes of a write. `no-room`: where room was set aside it is done nevertheless. `refused`: nothing is changed.
 * `not-synced`: it is done, the sync fails, and a loss of power may take it back. `lost`: the same, and the disk says that it
 * is synced.
 */
export type Fate = 'kept' | 'no-room' | 'refused' | 'not-synced' | 'lost'

/** After so many writes, one ends so; or all from then on. */
export interface FailingWrites {
  readonly kind: 'failing-writes'
  readonly acts: number
  readonly lasts: boolean
  readonly fate: Exclude<Fate, 'kept'>
}

interface Change {
  readonly before: Partial<Disk>
  readonly written: Partial<Disk>
}

/** The disk below what the agent writes. */
export class SimulatedStorage {
  /** All states that were written, the last one at the end. */
  readonly journals: JournalText[] = []
  readonly #disk: Disk
  #failing: FailingWrites | undefined
  #left = 0
  #fate: Fate = 'kept'
  #before: Disk | undefined
  #notOnDisk: readonly Change[] = []

  constructor(disk: Disk) {
    this.#disk = disk
  }

  fail(how: FailingWrites): void {
    this.#failing = how
    this.#left = how.acts
  }

  mend(): void {
    this.#failing = undefined
    this.#notOnDisk = []
  }

  /** A write begins. */
  begin(): Fate {
    this.#before = { ...this.#disk }
    this.#fate = this.#next()
    return this.#fate
  }

  /** Whether the writer is told that it is done and synced. `again`: what may have been there before as it was written. */
  end(again: readonly (keyof Disk)[] = []): boolean {
    const { journal } = this.#disk
    if (journal !== undefined && this.#before !== undefined && !haveSameText(journal, this.#before.journal))
      this.journals.push(journal)
    if (this.#fate === 'not-synced' || this.#fate === 'lost') this.#notOnDisk = [...this.#notOnDisk, this.#underWay()]
    else if (this.#notOnDisk.length > 0 && this.#fate !== 'refused')
      this.isOnDisk([...(Object.keys(this.#underWay().written) as (keyof Disk)[]), ...again])
    this.#before = undefined
    return this.#fate !== 'not-synced'
  }

  /** What is written and synced, be it what an earlier write had: no loss of power takes that back. */
  isOnDisk(written: readonly (keyof Disk)[]): void {
    const names: ReadonlySet<string> = new Set(written)
    this.#notOnDisk = this.#notOnDisk.map((change) => ({
      before: without(change.before, names),
      written: without(change.written, names),
    }))
    if (this.#before !== undefined) Object.assign(this.#before, some(this.#disk, written))
  }

  /**
   * Takes back what is not on the disk, and of a write under way all, or only what is done last in it. Returns what it took
   * back.
   */
  losePower(underWay: 'kept' | 'lost' | 'last-lost'): ReadonlySet<keyof Disk> {
    const now = underWay === 'kept' ? { before: {}, written: {} } : this.#underWay()
    const isPart = underWay === 'last-lost' && 'orders' in now.before && 'aside' in now.before
    const changes = [...this.#notOnDisk, isPart ? only(now, 'aside') : now]
    this.#before = undefined
    this.#notOnDisk = []
    return new Set(changes.reverse().flatMap((change) => this.#takeBack(change)))
  }

  #next(): Fate {
    const failing = this.#failing
    if (failing === undefined) return 'kept'
    this.#left -= 1
    if (this.#left >= 0) return 'kept'
    if (!failing.lasts) this.#failing = undefined
    return failing.fate
  }

  #underWay(): Change {
    const before = this.#before
    if (before === undefined) return { before: {}, written: {} }
    const names = Object.keys(before) as (keyof Disk)[]
    const changed = names.filter((name) => !isSame(name, before, this.#disk))
    return { before: some(before, changed), written: some(this.#disk, changed) }
  }

  /** What others wrote since is on the disk. */
  #takeBack({ before, written }: Change): readonly (keyof Disk)[] {
    const names = (Object.keys(written) as (keyof Disk)[]).filter((name) => isSame(name, this.#disk, written))
    Object.assign(this.#disk, some(before, names))
    return names
  }
}

const isSame = (name: keyof Disk, a: Partial<Disk>, b: Partial<Disk>): boolean =>
  name === 'journal' ? haveSameText(a.journal, b.journal) : a[name] === b[name]

const some = (disk: Partial<Disk>, names: readonly (keyof Disk)[]): Partial<Disk> =>
  Object.fromEntries(names.map((name) => [name, disk[name]]))

const without = (disk: Partial<Disk>, names: ReadonlySet<string>): Partial<Disk> =>
  Object.fromEntries(Object.entries(disk).filter(([name]) => !names.has(name)))

const only = ({ before, written }: Change, name: keyof Disk): Change => ({
  before: some(before, [name]),
  written: some(written, [name]),
})
