import { isKubelet, productOfProgram } from '../kubelet/layout/processes.ts'
import type { Command } from '../machine/run-program.ts'
import { Failure } from '../message/failure.ts'
import type { Limits } from '../ports/limits.ts'
import { checkHost } from './checks.ts'
import { folderView } from './folder-view.ts'
import type { ExaminedHost, HostCheck } from './host-checks.ts'
import {
  HostBehindContainer,
  HostProcessesHidden,
  type HostView,
  optionalText,
  remembering,
  Unseen,
  type UnseenFact,
} from './host-view.ts'
import { mountsIn } from './mounts.ts'
import { HostNotLinux, HostRootUnlike, type ReachFact } from './reach-messages.ts'
import { ShellSession } from './shell-session.ts'
import { shellView } from './shell-view.ts'

/** How a host is reached. */
export type Way =
  /** This machine, or the container that this program is in. */
  | { readonly kind: 'here' }
  /** The root folder of the host, as a container has it. */
  | { readonly kind: 'root'; readonly path: string }
  /** A command that runs another one on the host. */
  | { readonly kind: 'command'; readonly command: Command }

/** For one answer of a host that is reached by a command: to log in may take a while. */
const usualTimeoutMs = 30_000

/**
 * The host, for one run: everything is asked once. Rejects with Failure<ReachFact> 'usage' when the way leads to no host of
 * Linux, and 'unreachable' when the command does not answer.
 */
export async function examinedHost(way: Way, limits: Limits): Promise<ExaminedHost & Disposable> {
  const { signal, timeoutMs = usualTimeoutMs } = limits
  if (way.kind === 'command') {
    const session = new ShellSession(way.command, { signal, timeoutMs })
    try {
      // What programs say is understood in one language.
      const { text } = await session.ask('export LC_ALL=C; uname -s')
      if (text.trim() !== 'Linux') throw refuse(HostNotLinux({ system: text.trim() }))
      return { ...(await examined(shellView(session), true)), [Symbol.dispose]: () => session[Symbol.dispose]() }
    } catch (error) {
      session[Symbol.dispose]()
      throw error
    }
  }
  if (process.platform !== 'linux') throw refuse(HostNotLinux({ system: process.platform }))
  const host = folderView(way.kind === 'root' ? way.path : '/')
  if (way.kind === 'root') await checkRoot(way.path, host)
  return { ...(await examined(host, way.kind === 'here')), [Symbol.dispose]: () => undefined }
}

const refuse = (fact: ReachFact): Failure => new Failure('usage', fact)

async function checkRoot(path: string, host: HostView): Promise<void> {
  const missing: string[] = []
  for (const name of ['/etc', '/proc', '/sys']) if (!(await isFolder(host, name))) missing.push(name)
  if (missing.length > 0) throw refuse(HostRootUnlike({ path, missing }))
}

async function isFolder(host: HostView, path: string): Promise<boolean> {
  try {
    return (await host.kind(path)) === 'folder'
  } catch (error) {
    if (error instanceof Unseen) return false
    throw error
  }
}

async function examined(view: HostView, mayBeContainer: boolean): Promise<ExaminedHost> {
  const host = remembering(view)
  const hidden = mayBeContainer ? await hiddenBy(host) : undefined
  const seen = hidden === undefined ? host : nothingOf(hidden)
  return {
    hidden,
    checks: (question): Promise<readonly HostCheck[]> =>
      checkHost(seen, { ...question, kubelet: (pid) => runsKubelet(pid, seen) }),
  }
}

/** The first PID namespace has this number in every kernel (include/uapi/linux/nsfs.h). */
const firstNamespace = 'pid:[4026531836]'

/**
 * Whether a container is between this program and the host: its root is not that of process 1; or it has processes of its
 * own, and no systemd, as the nodes of kind have.
 */
async function hiddenBy(host: HostView): Promise<UnseenFact | undefined> {
  try {
    const [own, first] = await Promise.all(['self', '1'].map((pid) => rootOf(host, pid)))
    if (own === undefined || own !== first) return HostBehindContainer()
    if ((await host.link('/proc/self/ns/pid')) === firstNamespace) return undefined
    return (await host.kind('/run/systemd/system')) === 'folder' ? undefined : HostBehindContainer()
  } catch (error) {
    if (error instanceof Unseen) return HostProcessesHidden()
    throw error
  }
}

/** What is mounted as the root of a process. */
const rootOf = async (host: HostView, pid: string): Promise<string | undefined> =>
  mountsIn(await host.text(`/proc/${pid}/mountinfo`)).findLast(({ point }) => point === '/')?.what

/** A host of which nothing is seen, for this reason. */
function nothingOf(fact: UnseenFact): HostView {
  const nothing = (): Promise<never> => Promise.reject(new Unseen(fact))
  return {
    ...{
      text: nothing,
      document: nothing,
      secret: nothing,
      link: nothing,
      kind: nothing,
      resolve: nothing,
      isListening: nothing,
      capacity: nothing,
    },
    ...{ cgroupVersion: nothing, sockets: nothing },
  }
}

async function runsKubelet(pid: number, host: HostView): Promise<boolean> {
  const argv = ((await optionalText(host, `/proc/${pid}/cmdline`)) ?? '').replace(/\0$/, '').split('\0')
  return isKubelet(argv) || productOfProgram(argv) !== undefined
}
