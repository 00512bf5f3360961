import { lstat, readFile, readlink, rename, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { reading, unlessAbsent, writing } from '../../../machine/refusal.ts'
import { resolveIn } from '../../../machine/rooted.ts'
import { copyLabel } from '../../../machine/security-label.ts'
import {
  type FileAttributes,
  removeSynced,
  renameSynced,
  sweepTemporaries,
  syncFolder,
  temporaryFor,
  writeSynced,
} from '../../../machine/synced-write.ts'
import type { ApplyMode } from '../../ports/live-config.ts'

export interface LivePath {
  readonly mode: ApplyMode
  /** As the kubelet gets it: a path of the host. */
  readonly path: string
  /** Where the root folder of the host is; `/` outside of a container. */
  readonly root: string
}

/** The place on the disk that a kubelet's path means now, and what waits beside it. Rejects with Failure 'refused'. */
export class LiveTarget {
  /** The file that is replaced: a path of the host. */
  readonly target: string
  /** The same as this process sees it. */
  readonly path: string
  readonly #root: string

  private constructor(root: string, target: string) {
    this.#root = root
    this.target = target
    this.path = join(root, target)
  }

  /** In the mode `file` a link at the path is kept, and leads to what is replaced; in the others it is ours. */
  static async of({ mode, path, root }: LivePath): Promise<LiveTarget> {
    return reading(path, async () => {
      if (mode === 'file') return new LiveTarget(root, await resolveIn(root, path))
      return new LiveTarget(root, join(await resolveIn(root, dirname(path)), basename(path)))
    })
  }

  /** Hidden, and without .conf at its end: a kubelet that reads the folder as its --config-dir ignores it. */
  get prepared(): string {
    return join(dirname(this.target), `.${basename(this.target)}.kubeletcfg-good`)
  }

  /** The same as this process sees it. */
  get preparedPath(): string {
    return join(this.#root, this.prepared)
  }

  read(): Promise<Buffer | undefined> {
    return reading(this.target, () => unlessAbsent(readFile(this.path)))
  }

  linkTarget(): Promise<string | undefined> {
    return readlink(this.path).catch(() => undefined)
  }

  /** Wall clock; undefined without a file. */
  async changedAt(): Promise<number | undefined> {
    return (await stat(this.path).catch(() => undefined))?.ctimeMs
  }

  /** undefined: no file is there. */
  async attributes(): Promise<Required<FileAttributes> | undefined> {
    const found = await reading(this.target, () => unlessAbsent(lstat(this.path)))
    return found?.isFile() ? { mode: found.mode & 0o7777, owner: { uid: found.uid, gid: found.gid } } : undefined
  }

  /** A rename when these bytes are already beside it: that needs no room on the disk. */
  async put(bytes: Uint8Array, attributes: FileAttributes): Promise<void> {
    if (await isFileWith(this.preparedPath, bytes))
      await writing(this.target, () => renameSynced(this.preparedPath, this.path))
    else await this.#write(this.path, bytes, attributes)
  }

  putLink(to: string): Promise<void> {
    return this.#link(this.path, to)
  }

  remove(): Promise<void> {
    return this.#remove(this.path)
  }

  /** Has content ready beside the file. */
  prepare(bytes: Uint8Array, attributes: FileAttributes): Promise<void> {
    return this.#write(this.preparedPath, bytes, attributes)
  }

  prepareLink(to: string): Promise<void> {
    return this.#link(this.preparedPath, to)
  }

  forgetPrepared(): Promise<void> {
    return this.#remove(this.preparedPath)
  }

  /** Removes what interrupted writes left beside the file, and nothing else there. */
  async sweep(others: readonly string[]): Promise<void> {
    await writing(this.target, async () => {
      for (const path of [this.path, this.preparedPath, ...others])
        await sweepTemporaries(dirname(path), basename(path))
    })
  }

  async #write(path: string, bytes: Uint8Array, attributes: FileAttributes): Promise<void> {
    const isThere = (await this.attributes()) !== undefined
    await writing(this.target, () =>
      writeSynced(path, bytes, attributes, async (temporary) => {
        if (isThere) await copyLabel(this.#root, this.path, temporary)
      }),
    )
  }

  async #link(path: string, to: string): Promise<void> {
    const temporary = temporaryFor(path)
    await writing(this.target, async () => {
      await symlink(to, temporary)
      await rename(temporary, path)
      await syncFolder(dirname(path))
    })
  }

  async #remove(path: string): Promise<void> {
    await writing(this.target, async () => {
      if ((await unlessAbsent(lstat(path))) !== undefined) await removeSynced(dirname(path), [basename(path)])
    })
  }
}

async function isFileWith(path: string, bytes: Uint8Array): Promise<boolean> {
  const found = await unlessAbsent(lstat(path)).catch(() => undefined)
  return found?.isFile() === true && found.size === bytes.length && (await readFile(path)).equals(bytes)
}
