import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { compileCache } from '../support/compile-cache.ts'
import { fileOf } from '../support/installed.ts'
import { exitOf, type Ran } from '../support/run-process.ts'
import { patience } from './attempt.ts'

/** A command line that has started, with its streams in our hands. */
export type Started = ChildProcessWithoutNullStreams

/** For what runBin does not do: leave stdin open, close stdout early. Killed when our patience ends. */
export function startBin(command: string, env: Readonly<Record<string, string>> = {}): Started {
  const [bin = '', ...words] = command.split(' ')
  return spawn(process.execPath, [fileOf(bin), ...words], {
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...compileCache, ...env },
    timeout: patience,
    killSignal: 'SIGKILL',
  })
}

/** How it ends; stdout is nobody's business here. */
export async function endOf(started: Started): Promise<Omit<Ran, 'stdout'>> {
  const [ended, stderr] = await Promise.all([
    once(started, 'exit') as Promise<Parameters<typeof exitOf>[0]>,
    text(started.stderr),
  ])
  return { exit: exitOf(ended), stderr }
}
