import { constants } from 'node:fs'
import { access, readdir, readFile, readlink, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { resolveIn } from '../rooted.ts'

/** statfs(2): CGROUP2_SUPER_MAGIC. */
const cgroup2 = 0x63677270

/** Looks at the host below its root folder. What cannot be seen is undefined, and never an obstacle. */
export class HostRoot {
  readonly #root: string

  /** `/` outside of a container. */
  constructor(root: string) {
    this.#root = root
  }

  /** The text of a file, such as /proc/swaps. */
  async text(path: string): Promise<string | undefined> {
    return readFile(join(this.#root, path), 'utf8').catch(() => undefined)
  }

  async names(path: string): Promise<readonly string[]> {
    return readdir(join(this.#root, path)).catch(() => [])
  }

  link(path: string): Promise<string | undefined> {
    return readlink(join(this.#root, path)).catch(() => undefined)
  }

  /** What a path leads to; `absent` only when that is certain. */
  async kind(path: string): Promise<'folder' | 'socket' | 'other' | 'absent' | undefined> {
    try {
      const found = await stat(join(this.#root, await resolveIn(this.#root, path)))
      if (found.isDirectory()) return 'folder'
      return found.isSocket() ? 'socket' : 'other'
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      return ['ENOENT', 'ENOTDIR'].includes(code) ? 'absent' : undefined
    }
  }

  /** Why a folder cannot be made: a part of its path that is a file or cannot be written to. */
  async obstacleTo(folder: string): Promise<string | undefined> {
    const kind = await this.kind(folder)
    if (kind === 'absent' && folder !== '/') {
      const above = await this.obstacleTo(dirname(folder))
      return above ?? ((await this.#isWritable(dirname(folder))) ? undefined : dirname(folder))
    }
    return kind === 'folder' || kind === undefined ? undefined : folder
  }

  async #isWritable(path: string): Promise<boolean> {
    const where = join(this.#root, await resolveIn(this.#root, path).catch(() => path))
    return access(where, constants.W_OK).then(
      () => true,
      ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
    )
  }

  /** undefined: not known. */
  async isCgroupV2(): Promise<boolean | undefined> {
    const found = await statfs(join(this.#root, 'sys/fs/cgroup')).catch(() => undefined)
    return found && found.type === cgroup2
  }
}
