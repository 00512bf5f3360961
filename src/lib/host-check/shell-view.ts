import { shellWord } from '../quoting.ts'
import { inodeIn } from './folder-view.ts'
import {
  HostFileTooLarge,
  HostKeyNotRead,
  type HostView,
  isAbsence,
  type Kind,
  maxDocumentBytes,
  type Sockets,
  Unseen,
  unseen,
} from './host-view.ts'
import type { ShellAnswer, ShellSession } from './shell-session.ts'

/** As strerror(3) of the C library and of musl has them. */
const errnos: readonly (readonly [RegExp, string])[] = [
  [/No such file or directory/, 'ENOENT'],
  [/Not a directory/, 'ENOTDIR'],
  [/Permission denied/, 'EACCES'],
  [/Operation not permitted/, 'EPERM'],
  [/Too many (?:levels of )?symbolic links|Symbolic link loop/, 'ELOOP'],
  [/Is a directory/, 'EISDIR'],
  [/No such device or address/, 'ENXIO'],
  [/Input\/output error|I\/O error/, 'EIO'],
]

/** The last line: programs of the host say there what they could not do. */
function errnoIn(text: string): string {
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  return errnos.find(([pattern]) => pattern.test(last))?.[1] ?? last
}

/** statfs(2): CGROUP2_SUPER_MAGIC. */
const cgroup2 = '63677270'

/** The host at the other end of a shell: the usual programs, of the GNU project or of BusyBox, are enough. */
export function shellView(session: Pick<ShellSession, 'ask'>): HostView {
  const ask = async (path: string, command: string): Promise<string> => {
    const { exit, text } = await session.ask(command)
    if (exit !== 0) throw unseen(path, errnoIn(text))
    return text
  }
  return {
    text: (path) => ask(path, `cat ${shellWord(path)}`),
    async document(path) {
      const word = shellWord(path)
      const read = `if [ -f ${word} ] && [ -s ${word} ]; then head -c ${maxDocumentBytes + 1} ${word}; else ls -dL ${word} >/dev/null; fi`
      const text = await ask(path, read)
      if (Buffer.byteLength(text) > maxDocumentBytes)
        throw new Unseen(HostFileTooLarge({ path, maxBytes: maxDocumentBytes }))
      return text
    },
    secret: async (path) => {
      throw new Unseen(HostKeyNotRead({ path }))
    },
    async link(path) {
      const word = shellWord(path)
      const answer = await ask(path, `if [ -h ${word} ]; then echo "link"; readlink ${word}; else ls -d ${word}; fi`)
      return answer.startsWith('link\n') ? answer.slice('link\n'.length).trimEnd() : undefined
    },
    async kind(path) {
      const word = shellWord(path)
      const tests = `if [ -d ${word} ]; then echo folder; elif [ -S ${word} ]; then echo socket; elif [ -e ${word} ]; then echo other; else ls -dL ${word}; fi`
      return kindIn(path, await session.ask(tests))
    },
    resolve: async (path) => (await ask(path, `readlink -f ${shellWord(path)}`)).trimEnd(),
    // No program that every host has connects to a socket.
    isListening: async () => undefined,
    async capacity(folder) {
      const [blocks, size] = (await ask(folder, `stat -f -c '%b %S' ${shellWord(folder)}`)).trim().split(' ')
      return BigInt(blocks ?? 0) * BigInt(size ?? 0)
    },
    async cgroupVersion() {
      return (await ask('/sys/fs/cgroup', 'stat -f -c %t /sys/fs/cgroup')).trim() === cgroup2 ? 2 : 1
    },
    async sockets(pid) {
      const folders = `/proc/${pid ?? '[0-9]*'}/fd`
      const { text } = await session.ask(`ls -l ${folders} 2>&1 | grep -e '^/proc/[0-9]*/fd:' -e 'socket:' -e denied`)
      return socketsIn(text, pid ?? 0)
    },
  }
}

function kindIn(path: string, { exit, text }: ShellAnswer): Kind {
  const answer = text.trim()
  if (exit === 0 && (answer === 'folder' || answer === 'socket' || answer === 'other')) return answer
  const errno = exit === 0 ? answer : errnoIn(text)
  if (isAbsence(errno)) return 'absent'
  throw unseen(path, errno)
}

/** The listing of several folders: the name of each, then its links. That of one has no name. */
function socketsIn(text: string, first: number): Sockets {
  const holders = new Map<string, number[]>()
  let pid = first
  for (const line of text.split('\n')) {
    const folder = /^\/proc\/(\d+)\/fd:$/.exec(line)?.[1]
    const inode = inodeIn(line)
    if (folder !== undefined) pid = Number(folder)
    else if (inode !== undefined) holders.set(inode, [...(holders.get(inode) ?? []), pid])
  }
  return { holders, complete: !/denied$/m.test(text) }
}
