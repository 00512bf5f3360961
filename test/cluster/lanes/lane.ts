import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { checkout } from '../host/directories.ts'
import { instanceVariable } from '../host/instance.ts'

/** A cluster beside others. */
export interface Lane {
  /** Each line that it prints begins with it. */
  readonly label: string
  /** Added to the name of this run. */
  readonly name: string
  /** Of run.ts. */
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const program = join(checkout, 'test/cluster/run.ts')

/** Starts a cluster and runs its command; the exit code. */
export async function runLane({ label, name, args, env }: Lane, signal: AbortSignal): Promise<number> {
  const full = [process.env[instanceVariable], name].filter(Boolean).join('-')
  // With a channel: a lane ends when this process does, however it ends.
  const child = fork(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env, [instanceVariable]: full },
  })
  signal.addEventListener('abort', () => child.kill('SIGTERM'))
  const [[code]] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    copyLines(child.stdout, process.stdout, label),
    copyLines(child.stderr, process.stderr, label),
  ])
  return code ?? 1
}

async function copyLines(from: Readable | null, to: Writable, label: string): Promise<void> {
  if (from === null) return
  for await (const line of createInterface({ input: from })) to.write(`${label}| ${line}\n`)
}
