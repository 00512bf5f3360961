import { once } from 'node:events'
import { readdir, readFile, readlink, stat, statfs } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { resolveIn } from '../machine/rooted.ts'
import {
  HostFileTooLarge,
  type HostView,
  isAbsence,
  type Kind,
  maxDocumentBytes,
  type Sockets,
  Unseen,
  unseen,
} from './host-view.ts'

/** statfs(2): CGROUP2_SUPER_MAGIC. */
const cgroup2 = 0x63677270

/** The host whose root folder is mounted at `root`; `/` outside of a container. */
export function folderView(root: string): HostView {
  const below = async (path: string): Promise<string> => (root === '/' ? path : join(root, await resolveIn(root, path)))
  const seeing = <T>(path: string, read: (at: string) => Promise<T>): Promise<T> =>
    below(path)
      .then(read)
      .catch((error: NodeJS.ErrnoException) => {
        throw error instanceof Unseen ? error : unseen(path, error.code ?? error.message)
      })
  return {
    text: (path) => seeing(path, (at) => readFile(at, 'utf8')),
    document: (path) => seeing(path, (at) => documentAt(path, at)),
    secret: (path) => seeing(path, (at) => documentAt(path, at)),
    // The links of /proc lead to no paths: only the last part is read.
    link: (path) => seeing(path, () => linkAt(join(root, path))),
    kind: (path) => seeing(path, kindAt),
    resolve: (path) => seeing(path, () => resolveIn(root, path)),
    isListening: (path) => seeing(path, isListeningAt),
    async capacity(folder) {
      const { blocks, bsize } = await seeing(folder, (at) => statfs(at, { bigint: true }))
      return blocks * bsize
    },
    async cgroupVersion() {
      const { type } = await seeing('/sys/fs/cgroup', (at) => statfs(at))
      return type === cgroup2 ? 2 : 1
    },
    sockets: (pid) => socketsBelow(join(root, 'proc'), pid),
  }
}

/** Files of the kernel that wait or never end say that they are empty, or larger than any disk. */
async function documentAt(path: string, at: string): Promise<string> {
  const found = await stat(at)
  if (!found.isFile() || found.size === 0) return ''
  if (found.size > maxDocumentBytes) throw new Unseen(HostFileTooLarge({ path, maxBytes: maxDocumentBytes }))
  return readFile(at, 'utf8')
}

async function linkAt(path: string): Promise<string | undefined> {
  return readlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EINVAL') return undefined
    throw error
  })
}

async function kindAt(path: string): Promise<Kind> {
  try {
    const found = await stat(path)
    if (found.isDirectory()) return 'folder'
    return found.isSocket() ? 'socket' : 'other'
  } catch (error) {
    if (isAbsence((error as NodeJS.ErrnoException).code ?? '')) return 'absent'
    throw error
  }
}

const longestConnectMs = 1_000

/** Only the kernel knows: it refuses when the one that made the socket has ended. */
async function isListeningAt(path: string): Promise<boolean | undefined> {
  const socket = connect(path)
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(longestConnectMs) })
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? false : undefined
  } finally {
    socket.destroy()
  }
}

async function socketsBelow(proc: string, only: number | undefined): Promise<Sockets> {
  const holders = new Map<string, number[]>()
  let complete = true
  /** One that has ended holds none; root without its capabilities sees names and no links. */
  const note = ({ code = '' }: NodeJS.ErrnoException): void => {
    complete &&= isAbsence(code) || code === 'ESRCH'
  }
  const read = <T>(found: Promise<T>, none: T): Promise<T> =>
    found.catch((error: NodeJS.ErrnoException) => {
      note(error)
      return none
    })
  const all = only === undefined ? await read(readdir(proc), []) : [`${only}`]
  const pids = all.filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    const folder = join(proc, pid, 'fd')
    const names = await read(readdir(folder), [])
    for (const link of await Promise.all(names.map((name) => read(readlink(join(folder, name)), '')))) {
      const inode = inodeIn(link)
      if (inode !== undefined) holders.set(inode, [...(holders.get(inode) ?? []), Number(pid)])
    }
  }
  return { holders, complete }
}

/** Of a link in /proc/PID/fd that is a socket. */
export const inodeIn = (link: string): string | undefined => /socket:\[(\d+)\]$/.exec(link)?.[1]
