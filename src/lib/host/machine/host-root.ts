import { readdir, readFile, readlink, stat, statfs } from 'node:fs/promises'
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

  /** Why a folder cannot be made: a part of its path that is not a folder, or is on a read-only file system. */
  async obstacleTo(folder: string): Promise<string | undefined> {
    const kind = await this.kind(folder)
    if (kind === undefined || kind === 'folder') return undefined
    if (kind !== 'absent' || folder === '/') return folder
    const above = dirname(folder)
    if ((await this.kind(above)) === 'folder') return (await this.#isReadOnly(above)) ? above : undefined
    return this.obstacleTo(above)
  }

  /** As the first process sees it: a service may have less than the host. */
  async #isReadOnly(path: string): Promise<boolean> {
    const where = await resolveIn(this.#root, path).catch(() => path)
    const mounts = ((await this.text('/proc/1/mountinfo')) ?? '').split('\n').flatMap(mountIn)
    const over = mounts.filter(({ point }) => where === point || where.startsWith(point === '/' ? '/' : `${point}/`))
    // The longest is the nearest; of several at one place, the last hides the others.
    const nearest = over.reduce((best, one) => (one.point.length >= best.point.length ? one : best), anywhere)
    return nearest.isReadOnly
  }

  /** undefined: not known. */
  async isCgroupV2(): Promise<boolean | undefined> {
    const found = await statfs(join(this.#root, 'sys/fs/cgroup')).catch(() => undefined)
    return found && found.type === cgroup2
  }
}

interface Mount {
  readonly point: string
  readonly isReadOnly: boolean
}

const anywhere: Mount = { point: '', isReadOnly: false }

/** A line of /proc/PID/mountinfo: the mount point, with spaces as \\040, the options of the mount, and of its file system. */
function mountIn(line: string): readonly Mount[] {
  const [mount = '', system = ''] = line.split(' - ')
  const [point, options] = mount.split(' ').slice(4)
  if (point === undefined || options === undefined) return []
  const all = [...options.split(','), ...(system.split(' ')[2] ?? '').split(',')]
  const plain = point.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
  return [{ point: plain, isReadOnly: all.includes('ro') }]
}
