import type { InProcess } from '../../../../support/in-process.ts'
import { Dice } from '../../../../support/schedules/dice.ts'
import { runPod } from '../../resize/balloons.ts'
import { clusterWithDesiredSizes, storeDesired, wait } from '../kept.ts'
import { unfinished } from './check-end.ts'
import { Commands } from './commands.ts'
import { Invariants } from './invariants.ts'
import { Replica, type Stage } from './replica.ts'
import type { Op, Schedule } from './schedule.ts'
import { nodes, Surroundings } from './surroundings.ts'

/** In which everything must be as it is to be, after the last fault. */
const boundMs = 20 * 60_000
const lookMs = 10_000
/** Whatever is reached must stay, longer than a change is left to whoever made it. */
const stayMs = 30_000

/** What does not hold when this happens; undefined: everything holds. */
export async function problemOf(schedule: Schedule): Promise<string | undefined> {
  using world = clusterWithDesiredSizes(...nodes.map((name) => ({ name })))
  for (const [index, size] of schedule.sizes.entries()) if (size > 0) storeDesired(world, `${size}`, nodes[index])
  runPod(world, { name: 'web-0', cpu: '500m', memory: '64Mi' })
  return await new Run(world, schedule).problem()
}

class Run {
  readonly #world: InProcess
  readonly #schedule: Schedule
  readonly #invariants: Invariants
  readonly #replicas: readonly Replica[]
  readonly #surroundings: Surroundings
  readonly #commands: Commands

  constructor(world: InProcess, schedule: Schedule) {
    this.#world = world
    this.#schedule = schedule
    this.#invariants = new Invariants(world)
    const stage: Stage = { world, invariants: this.#invariants, dice: new Dice(1) }
    this.#replicas = schedule.clocks.map((clocks, index) => new Replica(stage, index, clocks))
    this.#surroundings = new Surroundings(stage)
    this.#commands = new Commands(stage)
  }

  async problem(): Promise<string | undefined> {
    for (const op of this.#schedule.ops) {
      await wait(this.#world, op.after)
      if (this.#invariants.broken !== undefined) return this.#invariants.broken
      this.#do(op)
    }
    for (const replica of this.#replicas) replica.calm()
    this.#surroundings.calm()
    this.#commands.interrupt()
    return this.#end()
  }

  async #end(): Promise<string | undefined> {
    let left: string | undefined = 'has not begun'
    for (let restMs = 0, finishedMs = 0; finishedMs <= stayMs; restMs += lookMs) {
      await wait(this.#world, lookMs)
      left = this.#unfinished()
      finishedMs = left === undefined ? finishedMs + lookMs : 0
      if (this.#invariants.broken !== undefined) return this.#invariants.broken
      if (restMs > boundMs) return `${left}, ${boundMs / 60_000} minutes after the last fault`
    }
    return undefined
  }

  #unfinished(): string | undefined {
    return unfinished({ world: this.#world, replicas: this.#replicas, surroundings: this.#surroundings })
  }

  #do(op: Op): void {
    switch (op.kind) {
      case 'trouble':
        return void this.#replicas[op.replica]?.arm(op)
      case 'freeze':
        return void this.#replicas[op.replica]?.process?.freeze(op.ms, op.clocks)
      case 'kill':
        return void this.#replicas[op.replica]?.process?.kill()
      case 'terminate':
        return void this.#replicas[op.replica]?.terminate()
      case 'streams':
        return void this.#replicas[op.replica]?.troubleStreams(op.trouble, op.ms)
      case 'command':
        return void this.#commands.run(op)
      default:
        return void this.#surroundings.happens(op)
    }
  }
}
