import { constants } from 'node:os'
import { join } from 'node:path'
import { partDirectory } from '../build/parts.ts'
import { libraryOf } from '../build/preload.ts'
import { onNode, writeOnNode } from '../node.ts'

/**
 * What a broken or full disk answers a process that preloads a library: any single call can fail. A device that fails (dm-error,
 * dm-flakey) needs the device mapper, which is not in namespaces, and which kernels may lack; a file system in user space would need a
 * program of its own. The library strikes programs that ask libc, such as an agent: neither a kubelet nor the shell of the
 * rescue.
 */
export interface DiskErrors {
  readonly call: 'read' | 'write' | 'sync' | 'rename'
  readonly errno: 'EIO' | 'ENOSPC'
  /** So many of these calls succeed first; all later ones fail. */
  readonly after: number
  /** Only what is at a path that begins with this. */
  readonly below: string
}

const file = '/run/disk-errors'

/** From now on `failDisk` works on a unit's processes, which are restarted for it. */
export async function makeDiskFailable(node: string, unit: string): Promise<void> {
  const library = join(partDirectory('disk-errors'), libraryOf('disk-errors'))
  const variables = [`LD_PRELOAD=${library}`, `DISK_ERRORS_FILE=${file}`].map((one) => `Environment=${one}\n`)
  await writeOnNode(node, `/etc/systemd/system/${unit}.d/90-disk-errors.conf`, `[Service]\n${variables.join('')}`)
  await onNode(node, ['systemctl', 'daemon-reload'])
  await onNode(node, ['systemctl', 'restart', unit])
}

/** At once, until `healDisk`. */
export async function failDisk(node: string, { call, errno, after, below }: DiskErrors): Promise<void> {
  const line = [call, after, constants.errno[errno], below].join(' ')
  await writeOnNode(node, `${file}.new`, `${line}\n`)
  await onNode(node, ['mv', `${file}.new`, file])
}

export async function healDisk(node: string): Promise<void> {
  await onNode(node, ['rm', '--force', file])
}
