import type { Report } from '../../cluster/follow.ts'
import type { Fact } from '../../message/fact.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import { type Amounts, equal } from '../../pods/amounts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { settle } from '../../ports/outcomes.ts'
import type { Cluster } from '../ports/cluster.ts'
import { readUsage, type UsageRead } from '../resize/check-usage.ts'

/** How often metrics-server measures, by default. */
const everyMs = 15_000

interface World {
  readonly cluster: Cluster
  readonly clock: Clock
}

/** What nodes use, read again and again. That it cannot be read is no error: it is tried again. */
export class UsageFollower {
  readonly #world: World
  readonly #selection: NodeSelection
  readonly #changed: (node: string) => void
  #used: ReadonlyMap<string, Amounts> = new Map()
  #unknown: Fact | undefined

  constructor(world: World, selection: NodeSelection, changed: (node: string) => void) {
    this.#world = world
    this.#selection = selection
    this.#changed = changed
  }

  of(node: string): Amounts | undefined {
    return this.#used.get(node)
  }

  /** Why usage is not known, if it is not. */
  get unknown(): readonly Fact[] {
    return this.#unknown === undefined ? [] : [this.#unknown]
  }

  readonly following = async (limits: Limits, report: (what: Report) => void): Promise<void> => {
    for (let isFirst = true; !limits.signal.aborted; isFirst = false) {
      const read = await this.#read(limits)
      if (read === undefined) return
      const { used = new Map(), unknown } = read
      this.#unknown = unknown
      const isNew = this.#take(used)
      if (isFirst) report('synced')
      else if (isNew) report('changed')
      await this.#world.clock.sleep(everyMs, limits.signal).catch(() => undefined)
    }
  }

  /** undefined: it was interrupted. */
  async #read(limits: Limits): Promise<UsageRead | undefined> {
    const { value, failure } = await settle(readUsage(this.#world.cluster, this.#selection, limits))
    if (failure !== undefined && failure.code !== 'interrupted') throw failure
    return value
  }

  /** Whether that changes anything. */
  #take(used: ReadonlyMap<string, Amounts>): boolean {
    const before = this.#used
    this.#used = used
    const names = [...new Set([...before.keys(), ...used.keys()])].filter((name) => {
      const [one, other] = [before.get(name), used.get(name)]
      return one === undefined || other === undefined || !equal(one, other)
    })
    for (const name of names) this.#changed(name)
    return names.length > 0
  }
}
