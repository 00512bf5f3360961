import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { makeCgroup } from './cgroups.ts'
import { logDirectory } from './directories.ts'
import { recordProcess } from './record.ts'

const joinCgroup = join(import.meta.dirname, 'join-cgroup.sh')

export interface BackgroundProcess {
  readonly name: string
  readonly cgroup: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a process in a session of its own and records it; it writes to its log file. Returns its PID. */
export function startProcess({ name, cgroup, command, env }: BackgroundProcess): number {
  const [program, ...args] = insideCgroup(cgroup, command)
  const log = openSync(logFile(name), 'a')
  const child = spawn(program, args, { detached: true, stdio: ['ignore', log, log], env: { ...process.env, ...env } })
  closeSync(log)
  child.unref()
  const pid = child.pid ?? 0
  recordProcess(name, pid)
  return pid
}

/** The command, preceded by what makes it a member of the cgroup; it keeps its PID. */
export function insideCgroup(cgroup: string, command: readonly string[]): [string, ...string[]] {
  return [joinCgroup, ...makeCgroup(cgroup), '--', ...command]
}

export function logFile(name: string): string {
  return join(logDirectory, `${name}.log`)
}
