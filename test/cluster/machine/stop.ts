import { rm } from 'node:fs/promises'
import { cgroupMembers, removeCgroups } from '../host/cgroups.ts'
import { isRunning, kill } from '../host/process-identity.ts'
import { recordedProcesses } from '../host/record.ts'
import { waitUntil } from '../host/wait-until.ts'
import { directoryOf } from './directory.ts'
import { endDisk } from './disk.ts'
import { saveJournal } from './journals.ts'
import { recordedSystemd } from './systemd.ts'

/** Stopping is not to be interrupted. */
const { signal } = new AbortController()

/** Ends all processes of a node at the same instant, as a loss of power does. Its disk keeps all that was written. */
export async function killNode(node: string): Promise<void> {
  await saveJournal(node)
  const processes = [recordedSystemd(node), recordedProcesses()[node]].filter((one) => one !== undefined)
  for (const one of processes) kill(one)
  await waitUntil(async () => !processes.some(isRunning) && cgroupMembers(node).size === 0, {
    otherwise: `processes of ${node} are still there`,
    timeoutMs: 30_000,
    signal,
  })
  await waitUntil(async () => removeCgroups(node) === undefined, {
    otherwise: `cgroups of ${node} are still in use`,
    timeoutMs: 10_000,
    signal,
  })
}

/** Ends a node, and its disk with it. */
export async function endNode(node: string): Promise<void> {
  await killNode(node)
  await endDisk(node)
  await rm(directoryOf(node), { recursive: true, force: true })
}
