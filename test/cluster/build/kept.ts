import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheDirectory } from '../host/directories.ts'
import { alone } from '../host/lock.ts'

/**
 * The folder of the cache, made unless it is there. It comes into being by a rename: it is there whole, or not at all. Who
 * needs what another process is making waits for it.
 */
export async function kept(
  name: string,
  make: (folder: string) => Promise<void>,
  signal: AbortSignal,
): Promise<string> {
  const folder = join(cacheDirectory, name)
  if (!existsSync(folder)) await alone(folder, () => makeOnce(folder, make), signal)
  return folder
}

async function makeOnce(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await make(unfinished)
  await rename(unfinished, folder)
}
