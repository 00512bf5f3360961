import { readdirSync, readlinkSync } from 'node:fs'
import { cgroupMembers, remainingCgroups } from './cgroups.ts'
import { runDirectory } from './directories.ts'
import { isOfAnother } from './instance.ts'
import { mounts } from './mounts.ts'
import { describeProcess, readProcess } from './process-identity.ts'
import { waitUntil } from './wait-until.ts'

/** What anybody on the host can see, and a run must leave as it was. */
export interface HostState {
  readonly mounts: ReadonlySet<string>
  readonly links: ReadonlySet<string>
}

export function hostState(): HostState {
  return {
    mounts: new Set(
      mounts()
        .filter(({ path }) => !isOfAnother(path))
        .map(({ path, type }) => `${path} (${type})`),
    ),
    links: new Set(readdirSync('/sys/class/net')),
  }
}

/** Namespaces that the run's processes are in and we are not, such as `net:[4026532000]`. */
export function namespacesOfRun(): ReadonlySet<string> {
  const ours = new Set(namespacesOf('self'))
  return new Set([...cgroupMembers()].flatMap(namespacesOf).filter((namespace) => !ours.has(namespace)))
}

/**
 * What was not there before, and stays; processes, cgroups and namespaces only where they are known to be the run's. A process
 * that ends leaves its cgroup before its namespaces: on a busy machine, seconds before.
 */
export async function leftovers(before: HostState, namespaces: ReadonlySet<string>): Promise<string[]> {
  const look = () => presentLeftovers(before, namespaces)
  const { signal } = new AbortController()
  const isClean = async () => look().length === 0
  await waitUntil(isClean, { otherwise: '', timeoutMs: 10_000, signal }).catch(() => undefined)
  return look()
}

function presentLeftovers(before: HostState, namespaces: ReadonlySet<string>): string[] {
  const now = hostState()
  const bound = mounts().filter(({ root }) => namespaces.has(root))
  return [
    ...added(before.mounts, now.mounts).map((mount) => `mount ${mount}`),
    ...added(before.links, now.links).map((link) => `network link ${link}`),
    ...bound.map(({ root, path }) => `namespace ${root}, bound to ${path}`),
    ...remainingCgroups().map((path) => `cgroup ${path}`),
    ...allProcesses().flatMap((pid) => traceOf(pid, namespaces)),
  ]
}

function traceOf(pid: number, namespaces: ReadonlySet<string>): string[] {
  const inherited = namespacesOf(pid).filter((namespace) => namespaces.has(namespace))
  if (inherited.length > 0) return [`${describeProcess(pid)} in namespace ${inherited.join(', ')}`]
  /** Whatever the command started has the run directory in its environment. */
  const isStray = pid !== process.pid && readProcess(pid, 'environ').includes(`${runDirectory}/`)
  return isStray ? [describeProcess(pid)] : []
}

function added(before: ReadonlySet<string>, now: ReadonlySet<string>): string[] {
  return [...now].filter((name) => !before.has(name))
}

function allProcesses(): number[] {
  return readdirSync('/proc').map(Number).filter(Boolean)
}

/** Also of `_for_children`, as those of a process that only waits for its child are. */
function namespacesOf(pid: number | 'self'): string[] {
  const directory = `/proc/${pid}/ns`
  try {
    return readdirSync(directory).map((name) => readlinkSync(`${directory}/${name}`))
  } catch {
    /** The process is gone. */
    return []
  }
}
