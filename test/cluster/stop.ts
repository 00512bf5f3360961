import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { cgroupMembers, removeCgroups } from './host/cgroups.ts'
import { keptLogDirectory, logDirectory, runDirectory, sharedDirectory } from './host/directories.ts'
import { describeProcess, identityOf, isRunning, kill, type ProcessIdentity } from './host/process-identity.ts'
import { recordedProcesses } from './host/record.ts'
import { waitUntil } from './host/wait-until.ts'

/** Stopping is not to be interrupted. */
const { signal } = new AbortController()

/**
 * Ends the run that the run directory tells of, be it ours or one that was killed: its processes, with which namespaces,
 * links and mounts go, and then its cgroups. Returns processes that nobody recorded and that had to be ended, too.
 */
export async function stopCluster(): Promise<string[]> {
  /** Newest first, so that each node's systemd is reaped by the process that waits for it. */
  for (const identity of Object.values(recordedProcesses()).reverse()) await end([identity])
  const strays = await endStrays()
  await waitUntil(async () => removeCgroups() === undefined, {
    otherwise: 'cgroups of the test cluster are still in use',
    timeoutMs: 10_000,
    signal,
  })
  await keepLogs()
  for (const directory of [sharedDirectory, runDirectory]) await rm(directory, { recursive: true, force: true })
  return strays
}

async function end(processes: readonly ProcessIdentity[]): Promise<void> {
  for (const identity of processes) kill(identity)
  await waitUntil(async () => !processes.some(isRunning), {
    otherwise: 'processes of the test cluster are still there',
    timeoutMs: 10_000,
    signal,
  })
}

/** With its first process, all of a node's are killed, but not at once. What a command left behind stays: that is a stray. */
async function endStrays(): Promise<string[]> {
  const settleMs = 1_000
  const isEmpty = async () => cgroupMembers().size === 0
  await waitUntil(isEmpty, { otherwise: '', timeoutMs: settleMs, signal }).catch(() => undefined)
  const strays = [...cgroupMembers()].map((pid) => ({ name: describeProcess(pid), identity: identityOf(pid) }))
  await end(strays.flatMap(({ identity }) => identity ?? []))
  return strays.map(({ name }) => name)
}

async function keepLogs(): Promise<void> {
  if (!existsSync(logDirectory)) return
  await rm(keptLogDirectory, { recursive: true, force: true })
  await cp(logDirectory, keptLogDirectory, { recursive: true })
}
