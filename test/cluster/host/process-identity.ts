import { readdirSync, readFileSync } from 'node:fs'

/** A process that cannot be mistaken for a later one of the same number. */
export interface ProcessIdentity {
  readonly pid: number
  /** Clock ticks since boot, field 22 of /proc/PID/stat (proc_pid_stat(5)). */
  readonly startTime: string
}

/** Undefined when there is no such process, or only its zombie. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const stat = readProcess(pid, 'stat')
  /** The name in parentheses may hold anything, parentheses too. What follows it starts with field 3, the state. */
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const startTime = fields[18]
  return startTime === undefined || (state === 'Z' && !hasThreads(pid)) ? undefined : { pid, startTime }
}

/** A process whose first thread has ended is a zombie, and keeps its sockets until its other threads have ended, too. */
function hasThreads(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).length > 1
  } catch {
    return false
  }
}

export function isRunning({ pid, startTime }: ProcessIdentity): boolean {
  return identityOf(pid)?.startTime === startTime
}

/** Ends exactly this process, if it still runs. */
export function kill(identity: ProcessIdentity): void {
  if (isRunning(identity)) process.kill(identity.pid, 'SIGKILL')
}

/** PID and the beginning of the command line, for people. */
export function describeProcess(pid: number): string {
  const commandLine = readProcess(pid, 'cmdline').replaceAll('\u0000', ' ').replaceAll(/\s+/g, ' ').trim()
  return `process ${pid} (${commandLine.slice(0, 80) || 'no command line'})`
}

/** A file of /proc/PID; empty when the process is gone. */
export function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
