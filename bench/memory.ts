import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { goalOf } from './goals.ts'
import { kubeconfigInUse } from './kubeconfig.ts'
import type { Programs } from './programs.ts'
import type { Command } from './row.ts'

/** In MiB. */
export interface Resident {
  /** What `ps` and a container's limit show. */
  readonly rss: number
  /** The same, with pages that are shared with other processes counted in part. */
  readonly pss: number
}

export interface Memory extends Resident {
  readonly what: string
  readonly goal: number | undefined
  /** Of RSS, to that of a bare Node process. */
  readonly ratio: number
}

interface Idler {
  readonly what: string
  readonly command: Command
}

/** Options of V8 that save memory and cost a little time. */
const thrifty = ['--optimize-for-size', '--max-semi-space-size=1']

/** Processes that wait for a server, and what they are compared with, first. */
async function idlers({ nodesize }: Programs, folder: string): Promise<readonly Idler[]> {
  const { server, authority } = await kubeconfigInUse()
  const ca = join(folder, 'ca.crt')
  await writeFile(ca, authority)
  const script = (name: string): string => join(import.meta.dirname, 'idle', name)
  const watch = [script('watch.js'), join(folder, 'node_modules', 'kubeletcfg')]
  return [
    { what: 'bare Node with one TLS connection', command: [process.execPath, script('bare.js'), server.href, ca] },
    { what: 'library, one watch of nodes', command: [process.execPath, ...watch] },
    { what: `library, with ${thrifty.join(' ')}`, command: [process.execPath, ...thrifty, ...watch] },
    { what: 'nodesize get --watch', command: nodesize('get', '--watch') },
  ]
}

/** Starts the processes. `measure` reads their memory and ends them. */
export async function startIdlers(
  programs: Programs,
  folder: string,
): Promise<{ measure(afterMs: number): Promise<readonly Memory[]> }> {
  const started = performance.now()
  const running = (await idlers(programs, folder)).map((idler) => ({ ...idler, child: start(idler.command) }))
  return {
    async measure(afterMs) {
      await sleep(Math.max(0, started + afterMs - performance.now()))
      const found = running.map(({ what, child }) => ({ what, goal: goalOf(`memory: ${what}`), ...memoryOf(child) }))
      for (const { child } of running) child.kill()
      return found.map((each) => ({ ...each, ratio: each.rss / (found[0]?.rss ?? Number.NaN) }))
    },
  }
}

const start = ([program = '', ...args]: Command): ChildProcess =>
  spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })

/** NaN when the process has ended: it then misses its goal. */
const memoryOf = ({ pid, exitCode }: ChildProcess): Resident =>
  memoryIn(exitCode === null ? readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8') : '')

/** From /proc/PID/smaps_rollup. */
export function memoryIn(text: string): Resident {
  const mebibytes = (name: string): number => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1]) / 1024
  return { rss: mebibytes('Rss'), pss: mebibytes('Pss') }
}
