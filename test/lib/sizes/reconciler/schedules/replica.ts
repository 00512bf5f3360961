import type { Call } from '../../../../../src/lib/cluster/http/transport.ts'
import { defaultTiming } from '../../../../../src/lib/loop/leader-election/config.ts'
import { LeaderElector, type Leadership } from '../../../../../src/lib/loop/leader-election/leader-elector.ts'
import { Failure } from '../../../../../src/lib/message/failure.ts'
import { runReconciler } from '../../../../../src/lib/sizes/reconciler/run-reconciler.ts'
import type { InProcess } from '../../../../support/in-process.ts'
import type { Dice } from '../../../../support/schedules/dice.ts'
import { nothingSeen, observing } from '../kept.ts'
import { type CallKind, kindOf } from './call-kind.ts'
import type { Invariants } from './invariants.ts'
import type { ClockKind, Trouble } from './schedule.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { StreamTrouble } from './streams.ts'

export interface Stage {
  readonly world: InProcess
  readonly invariants: Invariants
  readonly dice: Dice
}

export const lease = 'lock'
/** Until the kubelet starts it again. */
const restartMs = 10_000

interface Armed {
  readonly on: CallKind
  readonly trouble: Trouble
  times: number
}

/** One of the pods of the Deployment: a process, and the next one when that has ended. */
export class Replica {
  readonly #stage: Stage
  readonly #index: number
  readonly #clocks: ClockKind
  #lives = 0
  #process: SimulatedProcess | undefined
  #ending = new AbortController()
  #armed: Armed[] = []
  #streams: { readonly trouble: StreamTrouble; readonly until: number } | undefined

  constructor(stage: Stage, index: number, clocks: ClockKind) {
    this.#stage = stage
    this.#index = index
    this.#clocks = clocks
    this.#start()
  }

  get process(): SimulatedProcess | undefined {
    return this.#process
  }

  arm(armed: Armed): void {
    this.#armed.push({ ...armed })
  }

  troubleStreams(trouble: StreamTrouble, ms: number): void {
    this.#streams = { trouble, until: this.#stage.world.clock.now() + ms }
  }

  calm(): void {
    this.#armed = []
    this.#streams = undefined
  }

  /** SIGTERM, which a stopped process gets when it goes on. */
  terminate(): void {
    const ending = this.#ending
    void this.#process?.clock.awake().then(() => ending.abort(new Error('SIGTERM')))
  }

  #start(): void {
    const { world, invariants, dice } = this.#stage
    const process = new SimulatedProcess(world, {
      name: `replica-${this.#index}-${++this.#lives}`,
      clocks: this.#clocks,
      onSend: (call) => invariants.sends(process, call),
      troubleWith: (call) => this.#troubleWith(call),
      streamTrouble: () => this.#streamTrouble(),
      onKill: () => this.#over(process),
    })
    this.#process = process
    this.#ending = new AbortController()
    invariants.begins(process)
    const { clock, through } = process
    const cluster = world.connect({ clock, through })
    const random = (): number => dice.below(1_000) / 1_000
    const parts = { cluster, clock, random, observer: observing(nothingSeen()) }
    const work = async (leadership: Leadership): Promise<void> => {
      invariants.leads(process, leadership)
      await runReconciler(parts, leadership).finally(() => invariants.leads(process, undefined))
    }
    const config = {
      ...{ leases: cluster.leases, name: lease, identity: process.name, timing: defaultTiming },
      ...{ clock, random, report: () => undefined },
    }
    const ended = (error?: unknown): void => {
      if (error !== undefined && !(error instanceof Failure))
        invariants.breaks(`${process.name} ends with ${error instanceof Error ? error.stack : String(error)}`)
      cluster.close()
      this.#over(process)
    }
    new LeaderElector(config).run(work, this.#ending.signal).then(() => ended(), ended)
  }

  #over(process: SimulatedProcess): void {
    if (this.#process !== process) return
    this.#stage.invariants.ends(process)
    this.#process = undefined
    this.#stage.world.clock.after(restartMs, () => this.#start())
  }

  #troubleWith(call: Call): Trouble | undefined {
    const kind = kindOf(call)
    const armed = this.#armed.find(({ on, times }) => on === kind && times > 0)
    if (armed === undefined) return undefined
    armed.times--
    return armed.trouble
  }

  #streamTrouble(): StreamTrouble | undefined {
    const { trouble, until } = this.#streams ?? {}
    return until !== undefined && this.#stage.world.clock.now() < until ? trouble : undefined
  }
}
