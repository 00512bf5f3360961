import { readdir, readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { countIn, rangesIn } from '../../../host-check/cpu-ranges.ts'
import type { MachineEvidence } from '../../../kubelet/changes/impact/evidence.ts'
import { resolveIn } from '../../../machine/rooted.ts'

interface Place {
  /** Where the root folder of the host is; `/` outside of a container. */
  readonly root: string
  /** The root directory of the kubelet, a path of the host. */
  readonly kubeletRoot: string
}

type Signal = readonly [name: string, { readonly available: bigint; readonly capacity: bigint }]

/** What this machine knows of its pods and of what is left; what it does not show is missing. */
export async function machineEvidence({ root, kubeletRoot }: Place): Promise<MachineEvidence> {
  const below = async (path: string): Promise<string> => (root === '/' ? path : join(root, await resolveIn(root, path)))
  const text = async (path: string): Promise<string> => readFile(await below(path), 'utf8')
  const [idRanges, numaNodes, sharesNoCpu, podsMemory, memory, processes, disk] = await Promise.all([
    seen(async () => idRangesBelow(join(await below(kubeletRoot), 'pods'))),
    seen(async () => countIn(rangesIn((await text('/sys/devices/system/node/online').catch(() => '0')).trim()))),
    seen(async () => givesAllCpus(await text(join(kubeletRoot, 'cpu_manager_state')))),
    seen(() => memoryOfPods(text)),
    seen(() => memoryLeft(text)),
    seen(() => processesLeft(text)),
    seen(async () => diskLeft(await below(kubeletRoot))),
  ])
  return {
    idRanges,
    numaNodes,
    sharesNoCpu,
    podsMemory,
    signals: new Map([...(memory ?? []), ...(processes ?? []), ...(disk ?? [])]),
  }
}

const seen = <T>(look: () => Promise<T>): Promise<T | undefined> =>
  look().catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== undefined || error instanceof NotShown) return undefined
    throw error
  })

class NotShown extends Error {}

type Text = (path: string) => Promise<string>

const none = ['ENOENT', 'ENOTDIR']

/** UIDs of pods that have a range of user IDs there (pkg/kubelet/userns). */
async function idRangesBelow(folder: string): Promise<readonly string[]> {
  const uids = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (none.includes(error.code ?? '')) return []
    throw error
  })
  const files = await Promise.all(uids.map((uid) => readdir(join(folder, uid)).catch((): string[] => [])))
  return uids.filter((_uid, index) => files[index]!.includes('userns'))
}

/** As pkg/kubelet/cm/cpumanager/state writes it. */
function givesAllCpus(text: string): boolean {
  const state = parsed(text) as { readonly defaultCpuSet?: unknown; readonly entries?: unknown } | null | undefined
  return state?.defaultCpuSet === '' && Object.keys(state.entries ?? {}).length > 0
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NotShown()
  }
}

const cgroups = ['/sys/fs/cgroup/kubepods.slice', '/sys/fs/cgroup/kubepods']
const cgroupsV1 = ['/sys/fs/cgroup/memory/kubepods.slice', '/sys/fs/cgroup/memory/kubepods']

/** Without the pages of files that the kernel can take back, as the kubelet counts it. */
async function memoryOfPods(text: Text): Promise<bigint> {
  for (const [folders, current, inactive] of [
    [cgroups, 'memory.current', 'inactive_file'],
    [cgroupsV1, 'memory.usage_in_bytes', 'total_inactive_file'],
  ] as const)
    for (const folder of folders) {
      const used = await text(join(folder, current)).catch(() => undefined)
      if (used !== undefined)
        return (
          BigInt(used.trim()) -
          numberIn(await text(join(folder, 'memory.stat')), new RegExp(`^${inactive} (\\d+)$`, 'm'))
        )
    }
  throw new NotShown()
}

function numberIn(text: string, pattern: RegExp): bigint {
  const [, digits] = pattern.exec(text) ?? []
  if (digits === undefined) throw new NotShown()
  return BigInt(digits)
}

/** As the summary of a kubelet has it for the whole machine: what no process uses, and what the kernel can take back. */
async function memoryLeft(text: Text): Promise<readonly Signal[]> {
  const info = await text('/proc/meminfo')
  const bytes = (name: string): bigint => numberIn(info, new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm')) * 1024n
  return [
    ['memory.available', { available: bytes('MemFree') + bytes('Inactive\\(file\\)'), capacity: bytes('MemTotal') }],
  ]
}

/** Threads count as processes. */
async function processesLeft(text: Text): Promise<readonly Signal[]> {
  const most = BigInt((await text('/proc/sys/kernel/pid_max')).trim())
  const running = numberIn(await text('/proc/loadavg'), /\/(\d+)/)
  return [['pid.available', { available: most - running, capacity: most }]]
}

async function diskLeft(folder: string): Promise<readonly Signal[]> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder, { bigint: true })
  return [
    ['nodefs.available', { available: bavail * bsize, capacity: blocks * bsize }],
    ['nodefs.inodesFree', { available: ffree, capacity: files }],
  ]
}
