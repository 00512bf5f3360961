import { lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderNotOurs } from '../../../machine/host-messages.ts'
import { writing } from '../../../machine/refusal.ts'
import { syncFolder } from '../../../machine/synced-write.ts'
import { fileSubject } from '../../../message/fact.ts'
import { Failure } from '../../../message/failure.ts'

export const defaultStateFolder = '/var/lib/kubeletcfg'

/** Where each thing is in the state folder. */
export const stateFolderNames = {
  state: 'state.json',
  checkpoints: 'checkpoints',
  quarantine: 'quarantine',
  live: 'live',
  rescue: 'rescue',
  optOut: 'opt-out',
  lock: 'lock',
} as const

/**
 * Makes the folder and those in it, which only root may enter, and returns its path. Rejects with Failure 'refused' when
 * one of them is a symbolic link or another user's: whoever can write there chooses what the kubelet runs.
 */
export async function openStateFolder(path: string): Promise<string> {
  const { checkpoints, quarantine, live, rescue } = stateFolderNames
  for (const folder of [path, ...[checkpoints, quarantine, live, rescue].map((name) => join(path, name))])
    await ownFolder(folder)
  return path
}

export async function ownFolder(path: string): Promise<void> {
  await writing(path, async () => {
    const made = await mkdir(path, { recursive: true, mode: 0o700 })
    if (made !== undefined) await syncFolder(join(made, '..'))
  })
  const found = await writing(path, () => lstat(path))
  if (!found.isDirectory() || found.uid !== process.geteuid!() || (found.mode & 0o022) !== 0)
    throw new Failure('refused', FolderNotOurs({ subject: fileSubject(path) }))
}
