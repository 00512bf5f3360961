import { parseArgs } from 'node:util'

export interface Options {
  /** Print JSON instead of tables. */
  readonly json: boolean
  /** Use `kubeletcfg sandbox` instead of the test cluster. */
  readonly sandbox: boolean
  /** Of each pair of commands. */
  readonly rounds: number
  /** How long the processes of the memory table have waited; 0 leaves the table out. */
  readonly memoryMinutes: number
  /** Measure nothing but the agent. */
  readonly agent: boolean
  /** Measure nothing but what commands cost in a large cluster. */
  readonly scale: boolean
  /** Measure nothing but a rollout to many nodes. */
  readonly rollout: boolean
  /** Measure nothing but what is left of many changes, on the sandbox. */
  readonly soak: boolean
  /** Of each kind, for --soak. */
  readonly changes: number
  /** The only rows of --soak; none: all. */
  readonly rows: readonly string[]
  /** Of the large cluster, each with 30 pods; 0 leaves the table out. */
  readonly nodes: number
  /** Where perf cannot count instructions, valgrind may. */
  readonly valgrind: boolean
}

export function optionsFrom(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      json: { type: 'boolean', default: false },
      sandbox: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '21' },
      'memory-minutes': { type: 'string', default: '10' },
      agent: { type: 'boolean', default: false },
      scale: { type: 'boolean', default: false },
      rollout: { type: 'boolean', default: false },
      soak: { type: 'boolean', default: false },
      changes: { type: 'string', default: '10000' },
      row: { type: 'string', multiple: true, default: [] },
      nodes: { type: 'string', default: '5000' },
      valgrind: { type: 'boolean', default: false },
    },
  })
  const { rounds, nodes, changes, row: rows, 'memory-minutes': memoryMinutes, ...flags } = values
  return {
    ...flags,
    sandbox: flags.sandbox || flags.soak,
    ...{ rounds: Number(rounds), nodes: Number(nodes), changes: Number(changes), memoryMinutes: Number(memoryMinutes) },
    rows,
  }
}
