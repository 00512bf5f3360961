import { errnoText } from '../errno.ts'
import type { Fact } from '../message/fact.ts'
import { type FactOf, message } from '../message/message.ts'

/** A host as requirements are compared with it. Every call rejects with Unseen for what cannot be seen. */
export interface HostView {
  /** The text of a file, such as /proc/swaps. */
  text(path: string): Promise<string>
  /**
   * The text of a file that a document names, which may be anything: a device or a pipe is not opened, and has none. Nor has
   * an empty file. One that is too large is not seen.
   */
  document(path: string): Promise<string>
  /** The same for a private key, which never leaves its host. */
  secret(path: string): Promise<string>
  /** Where a link leads, as it is written; undefined: it is none. */
  link(path: string): Promise<string | undefined>
  /** What a path leads to, with all links followed within the host; `absent` only when that is certain. */
  kind(path: string): Promise<Kind>
  /** A path without links. */
  resolve(path: string): Promise<string>
  /** Whether a process listens at a unix socket; undefined: not known. */
  isListening(path: string): Promise<boolean | undefined>
  /** The size in bytes of the file system that a folder is on. */
  capacity(folder: string): Promise<bigint>
  cgroupVersion(): Promise<1 | 2>
  /** Which processes hold which sockets; of one process, that is much faster than of all. */
  sockets(pid?: number): Promise<Sockets>
}

export type Kind = 'folder' | 'socket' | 'other' | 'absent'

export interface Sockets {
  /** The processes of a socket, by inode. */
  readonly holders: ReadonlyMap<string, readonly number[]>
  /** Whether those of all processes were seen. */
  readonly complete: boolean
}

/** Why a requirement cannot be compared with the host. */
export type UnseenFact =
  | FactOf<typeof HostPathForbidden>
  | FactOf<typeof HostPathUnreadable>
  | FactOf<typeof HostFileTooLarge>
  | FactOf<typeof HostKeyNotRead>
  | FactOf<typeof HostProcessesHidden>
  | FactOf<typeof HostBehindContainer>
  | FactOf<typeof HostPortHolderHidden>
  | FactOf<typeof HostSubordinateIdsUnknown>

/** Ends a check. */
export class Unseen extends Error {
  override readonly name = 'Unseen'
  readonly fact: UnseenFact & Fact

  constructor(fact: UnseenFact) {
    super(fact.reason)
    this.fact = fact
  }
}

/** Of a file that a document names: bundles of authorities have less. */
export const maxDocumentBytes = 2 ** 20

const [none, forbidden] = [
  ['ENOENT', 'ENOTDIR'],
  ['EACCES', 'EPERM'],
]

export const isAbsence = (errno: string): boolean => none!.includes(errno)

/** Why a path is not seen. */
export const unseen = (path: string, errno: string): Unseen =>
  new Unseen(forbidden!.includes(errno) ? HostPathForbidden({ path }) : HostPathUnreadable({ path, errno }))

/** The same host, asked once for each thing: all documents of a run see one host. */
export function remembering(host: HostView): HostView {
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(what: string, ask: () => Promise<T>): Promise<T> => {
    const before = known.get(what) as Promise<T> | undefined
    const answer = before ?? ask()
    known.set(what, answer)
    return answer
  }
  return {
    text: (path) => once(`text ${path}`, () => host.text(path)),
    document: (path) => once(`document ${path}`, () => host.document(path)),
    secret: (path) => once(`secret ${path}`, () => host.secret(path)),
    link: (path) => once(`link ${path}`, () => host.link(path)),
    kind: (path) => once(`kind ${path}`, () => host.kind(path)),
    resolve: (path) => once(`resolve ${path}`, () => host.resolve(path)),
    isListening: (path) => once(`listener ${path}`, () => host.isListening(path)),
    capacity: (folder) => once(`capacity ${folder}`, () => host.capacity(folder)),
    cgroupVersion: () => once('cgroups', () => host.cgroupVersion()),
    sockets: (pid) => once(`sockets ${pid}`, () => host.sockets(pid)),
  }
}

/** The text of a file that a kernel may not have; undefined without it. */
export const optionalText = (host: HostView, path: string): Promise<string | undefined> =>
  host.text(path).catch((error: unknown) => {
    const isMissing =
      error instanceof Unseen && error.fact.reason === 'HostPathUnreadable' && isAbsence(error.fact.errno)
    if (isMissing) return undefined
    throw error
  })

export const HostPathForbidden = message('HostPathForbidden', ({ path }: { path: string }) => ({
  said: `no permission to look at '${path}'`,
  hints: [asRoot],
}))

export const HostPathUnreadable = message(
  'HostPathUnreadable',
  ({ path, errno }: { path: string; errno: string }) => `'${path}' cannot be read: ${errnoText(errno)}`,
)

/** Larger than what is read of a file that a document names. */
export const HostFileTooLarge = message(
  'HostFileTooLarge',
  ({ path, maxBytes }: { path: string; maxBytes: number }) => `'${path}' has more than ${maxBytes / 2 ** 20} MiB`,
)

/** It would leave its host. */
export const HostKeyNotRead = message('HostKeyNotRead', ({ path }: { path: string }) => ({
  said: `the private key in '${path}' is not read from another machine`,
  hints: ['validate on the host itself'],
}))

/** /proc is not mounted there, or shows no process 1 to this user. */
export const HostProcessesHidden = message('HostProcessesHidden', () => ({
  said: 'process 1 is not in /proc',
  hints: ["mount the host's /proc there"],
}))

/** Without the root folder of the host, a container shows itself. */
export const HostBehindContainer = message('HostBehindContainer', () => ({
  said: 'this is a container, and not the host',
  hints: ["mount the host's root folder and add --root FOLDER, or put a command behind --, such as nsenter"],
}))

export const HostPortHolderHidden = message('HostPortHolderHidden', ({ port }: { port: number }) => ({
  said: `port ${port} is in use, and no permission to see by which program`,
  hints: [asRoot],
}))

/** NSS and getsubids decide, and neither can be asked without running programs of the host. */
export const HostSubordinateIdsUnknown = message('HostSubordinateIdsUnknown', () => ({
  said: 'the subordinate IDs of the user kubelet',
  hints: ['check the output of `getsubids kubelet`'],
}))

const asRoot = 'run the command as root'
