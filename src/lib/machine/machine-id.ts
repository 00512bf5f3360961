import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from './sha256.ts'

/**
 * A hash of the machine-id, which is a secret by machine-id(5); undefined where there is none. `root`: where the root
 * folder of the host is, `/` outside of a container.
 */
export async function hashedMachineId(root: string): Promise<string | undefined> {
  const text = await readFile(join(root, 'etc/machine-id'), 'utf8').catch(() => '')
  const id = text.trim()
  return /^[0-9a-f]{32}$/.test(id) ? sha256(`kubeletcfg ${id}`) : undefined
}
