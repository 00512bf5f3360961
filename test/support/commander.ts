import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCache } from './compile-cache.ts'
import type { Ran } from './run-process.ts'

/** A command line, and what its process would find. */
export interface Order {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: string | Uint8Array
}

/** No command that is run here waits for anything: what still runs after so many milliseconds hangs, and is killed. */
const patience = 30_000

/** Runs command lines in one process of their own, without a terminal, each after the one before. */
export class Commander {
  #host: ChildProcess | undefined
  #last: Promise<unknown> = Promise.resolve()

  run(order: Order): Promise<Ran> {
    const ran = this.#last.then(() => this.#run(order))
    this.#last = ran.catch(() => undefined)
    return ran
  }

  async #run(order: Order): Promise<Ran> {
    this.#host ??= startHost()
    const host = this.#host
    const settled = new AbortController()
    const { signal } = settled
    const timer = setTimeout(() => host.kill('SIGKILL'), patience)
    keepWaitingFor(host, true)
    host.send(order)
    try {
      const ended = once(host, 'exit', { signal }).then(([code, killedBy]) => {
        this.#host = undefined
        throw new Error(`the host ended with ${code ?? killedBy} at: ${order.argv.join(' ')}`)
      })
      const [ran] = await Promise.race([once(host, 'message', { signal }), ended])
      return ran as Ran
    } finally {
      clearTimeout(timer)
      settled.abort()
      keepWaitingFor(host, false)
    }
  }
}

const startHost = (): ChildProcess =>
  fork(join(process.env['INSTALLATION'] ?? '', 'dist', 'host', 'host.cjs'), {
    env: { PATH: process.env['PATH'], ...compileCache },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

/** While nothing is asked of it, it keeps nobody; it ends when whoever started it has ended. */
function keepWaitingFor(host: ChildProcess, keep: boolean): void {
  for (const handle of [host, host.channel]) keep ? handle?.ref() : handle?.unref()
}
