import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from '../../../machine/files-below.ts'
import { resolveIn } from '../../../machine/rooted.ts'
import { sha256 } from '../../../machine/sha256.ts'

/** What a kubelet reads besides the live file: paths of the host. */
export interface SiblingFiles {
  /** The file of --config, where the live file is a drop-in. */
  readonly config?: string | undefined
  /** The folder of --config-dir. */
  readonly folder?: string | undefined
}

interface Where {
  readonly root: string
  /** The live file. */
  readonly path: string
  readonly siblings: SiblingFiles
}

/** Of the names and bytes of these files, a file that cannot be read included; undefined when a kubelet reads no others. */
export async function othersDigest({ root, path, siblings: { config, folder } }: Where): Promise<string | undefined> {
  const found = folder === undefined ? [] : ((await list(root, folder)) ?? [])
  const names = found.filter((name) => name.endsWith('.conf')).sort()
  const paths = [config, ...names.map((name) => join(folder!, name))].filter((one) => one !== undefined && one !== path)
  if (paths.length === 0) return undefined
  const digests = await Promise.all(paths.map(async (one) => `${one} ${await digestOf(root, one!)}`))
  return sha256(digests.join('\n'))
}

const list = async (root: string, folder: string): Promise<readonly string[] | undefined> =>
  filesBelow(join(root, folder)).catch(() => undefined)

const digestOf = async (root: string, path: string): Promise<string> =>
  readFile(join(root, await resolveIn(root, path))).then(sha256, () => 'unread')
