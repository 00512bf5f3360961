import { Failure } from '../../../../../src/lib/message/failure.ts'
import { fullSize, parseSize, type TargetSize } from '../../../../../src/lib/sizes/model/size.ts'
import { applyResizes } from '../../../../../src/lib/sizes/resize/apply-resizes.ts'
import { planResizes } from '../../../../../src/lib/sizes/resize/plan-resizes.ts'
import type { Stage } from './replica.ts'
import type { Change } from './schedule.ts'
import { SimulatedProcess } from './simulated-process.ts'
import { nodes } from './surroundings.ts'

type Order = Extract<Change, { kind: 'command' }>

const timeoutMs = 20_000

/** The commands that people run beside the reconciler. */
export class Commands {
  readonly #stage: Stage
  readonly #endings = new Set<AbortController>()
  #count = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** Ctrl-C for all that run. */
  interrupt(): void {
    for (const ending of this.#endings) ending.abort(new Error('SIGINT'))
  }

  run({ node, size, ifFull, diesAt }: Order): void {
    const { world, invariants } = this.#stage
    const ending = new AbortController()
    let calls = 0
    const process = new SimulatedProcess(world, {
      name: `command-${++this.#count}`,
      clocks: { aheadMs: 0, rate: 1 },
      onSend: (call) => invariants.sends(process, call),
      troubleWith: () => (calls++ === diesAt ? { kind: 'die', when: 'before' } : undefined),
      streamTrouble: () => undefined,
      onKill: () => this.#endings.delete(ending),
    })
    const { clock, through } = process
    const cluster = world.connect({ clock, through })
    const limits = { signal: ending.signal }
    const request = {
      ...({ nodes: { by: 'name', names: [nodes[node]!] }, size: sizeOf(size), ifFull } as const),
      ...({ timeoutMs, dryRun: 'none' } as const),
    }
    this.#endings.add(ending)
    const work = async (): Promise<void> => {
      await applyResizes({ cluster, clock }, await planResizes({ cluster, clock }, request, limits), limits)
    }
    work()
      .catch((error: unknown) => {
        if (!(error instanceof Failure) && !ending.signal.aborted)
          invariants.breaks(`${process.name} ends with ${error instanceof Error ? error.stack : String(error)}`)
      })
      .finally(() => {
        this.#endings.delete(ending)
        cluster.close()
      })
  }
}

const sizeOf = (size: Order['size']): TargetSize =>
  size === 'granted' ? size : size === 'max' ? fullSize : { cpu: parseSize('cpu', String(size)) }
