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
      valgrind: { type: 'boolean', default: false },
    },
  })
  const { json, sandbox, agent, valgrind, rounds, 'memory-minutes': memoryMinutes } = values
  return { json, sandbox, agent, valgrind, rounds: Number(rounds), memoryMinutes: Number(memoryMinutes) }
}
