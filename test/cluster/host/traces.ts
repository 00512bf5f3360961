import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { cgroupMembers, remainingCgroups } from './cgroups.ts'
import { runDirectory } from './directories.ts'
import { isOfAnother } from './instance.ts'
import { mounts } from './mounts.ts'
import { describeProcess, identityOf, readProcess } from './process-identity.ts'
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

export interface RunNamespaces {
  /** Those that the run's processes are in and we are not, such as `net:[4026532000]`. */
  readonly names: ReadonlySet<string>
  /** When that was seen, clock ticks since boot. The number of one that ends is given to a new one, such as that of a run beside this one. */
  readonly seenAt: number
}

const ticksPerSecond = 100

export function namespacesOfRun(): RunNamespaces {
  const ours = new Set(namespacesOf('self'))
  const seenAt = Number.parseFloat(readFileSync('/proc/uptime', 'utf8')) * ticksPerSecond
  const names = new Set([...cgroupMembers()].flatMap(namespacesOf).filter((namespace) => !ours.has(namespace)))
  return { names, seenAt }
}

/**
 * What was not there before, and stays; processes, cgroups and namespaces only where they are known to be the run's. A process
 * that ends leaves its cgroup before its namespaces: on a busy machine, seconds before.
 */
export async function leftovers(before: HostState, namespaces: RunNamespaces): Promise<string[]> {
  const look = () => presentLeftovers(before, namespaces)
  const { signal } = new AbortController()
  const isClean = async () => look().length === 0
  await waitUntil(isClean, { otherwise: '', timeoutMs: 10_000, signal }).catch(() => undefined)
  return look()
}

function presentLeftovers(before: HostState, namespaces: RunNamespaces): string[] {
  const now = hostState()
  const bound = mounts().filter(({ root }) => namespaces.names.has(root))
  return [
    ...added(before.mounts, now.mounts).map((mount) => `mount ${mount}`),
    ...added(before.links, now.links).map((link) => `network link ${link}`),
    ...bound.map(({ root, path }) => `namespace ${root}, bound to ${path}`),
    ...remainingCgroups().map((path) => `cgroup ${path}`),
    ...allProcesses().flatMap((pid) => traceOf(pid, namespaces)),
  ]
}

function traceOf(pid: number, { names, seenAt }: RunNamespaces): string[] {
  const inherited = namespacesOf(pid).filter((namespace) => names.has(namespace))
  if (inherited.length > 0 && Number(identityOf(pid)?.startTime) <= seenAt)
    return [`${describeProcess(pid)} in namespace ${inherited.join(', ')}`]
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
