import type { Effective } from '../kubelet/defaults/effective.ts'
import { asText } from '../kubelet/defaults/values.ts'
import { kernelTunables } from '../kubelet/startup/kernel-tunables.ts'
import { hostCheck } from './check.ts'
import type { HostCheck } from './host-checks.ts'
import { HostPathUnreadable, HostProcessesHidden, type HostView, optionalText, Unseen } from './host-view.ts'
import {
  field,
  HostCgroupNotFound,
  HostCgroupV1,
  HostKillNeedsCgroupV2,
  HostSwapNeedsCgroupV2,
  HostSwapOn,
  HostSysctlsDiffer,
  type ObstacleFact,
} from './obstacle-messages.ts'

const [swapBehavior, singleKill] = ['memorySwap.swapBehavior', 'singleProcessOOMKill'] as const

/** Swap, kernel settings and cgroups that a document needs (V12, V68, S14). */
export async function kernelChecks(config: Effective, host: HostView): Promise<readonly HostCheck[]> {
  const behavior = config.text(swapBehavior)
  return Promise.all([
    // What a swap behavior needs is said at its field.
    ...(config.bool('failSwapOn')
      ? [hostCheck({ path: 'failSwapOn', covers: [swapBehavior] }, () => swapOn(host))]
      : []),
    ...(config.bool('protectKernelDefaults')
      ? [hostCheck({ path: 'protectKernelDefaults' }, () => sysctls(host))]
      : []),
    ...(config.bool('failCgroupV1')
      ? [onV1({ path: 'failCgroupV1', rule: 'V68' }, host, HostCgroupV1({ subject: field('failCgroupV1') }))]
      : []),
    ...(config.written(singleKill) !== undefined && !config.bool(singleKill)
      ? [onV1({ path: singleKill, rule: 'V68' }, host, HostKillNeedsCgroupV2({ subject: field(singleKill) }))]
      : []),
    ...(config.enabled('NodeSwap') && behavior === 'LimitedSwap'
      ? [
          onV1(
            { path: swapBehavior },
            host,
            HostSwapNeedsCgroupV2({
              subject: field(swapBehavior),
              behavior,
            }),
          ),
        ]
      : []),
    ...cgroupFields(config).map((path) => hostCheck({ path }, () => noCgroup(path, config.text(path), host))),
  ])
}

async function swapOn(host: HostView): Promise<ObstacleFact | undefined> {
  const text = await optionalText(host, '/proc/swaps')
  if (text === undefined && (await host.kind('/proc/1')) === 'absent') throw new Unseen(HostProcessesHidden())
  const lines = (text ?? '').trim().split('\n').slice(1)
  const swaps = lines.map((line) => line.split(/\s/, 1)[0]!)
  return swaps.length === 0 ? undefined : HostSwapOn({ subject: field('failSwapOn'), swaps })
}

async function sysctls(host: HostView): Promise<ObstacleFact | undefined> {
  const names = Object.entries(kernelTunables)
  const values = await Promise.allSettled(names.map(([name]) => host.text(`/proc/sys/${name.replaceAll('.', '/')}`)))
  const different = names.flatMap(([name, needed], i) => {
    const answer = values[i]!
    const value = answer.status === 'fulfilled' ? answer.value.trim() : needed
    return value === needed ? [] : [{ name, value, needed }]
  })
  if (different.length > 0) return HostSysctlsDiffer({ subject: field('protectKernelDefaults'), sysctls: different })
  const hidden = values.find(({ status }) => status === 'rejected')
  if (hidden?.status === 'rejected') throw hidden.reason
  return undefined
}

const onV1 = (named: Parameters<typeof hostCheck>[0], host: HostView, fact: ObstacleFact): Promise<HostCheck> =>
  hostCheck(named, async () => ((await host.cgroupVersion()) === 1 ? fact : undefined))

const reserved = { 'kube-reserved': 'kubeReservedCgroup', 'system-reserved': 'systemReservedCgroup' } as const

function cgroupFields(config: Effective): readonly string[] {
  const enforced = config.list('enforceNodeAllocatable').map((item) => asText(item).replace('-compressible', ''))
  return [
    ...(config.bool('cgroupsPerQOS') ? ['cgroupRoot'] : []),
    ...Object.entries(reserved).flatMap(([key, name]) => (enforced.includes(key) ? [name] : [])),
  ].filter((name) => !['', '/'].includes(config.text(name)))
}

async function noCgroup(name: string, cgroup: string, host: HostView): Promise<ObstacleFact | undefined> {
  const trees = await treesOf(host)
  const places = name === 'cgroupRoot' ? [cgroup] : await placesOf(cgroup, trees[0]!, host)
  const lacking = await Promise.all(trees.map((tree) => lacksAll(places, tree, host)))
  return lacking.includes(true) ? HostCgroupNotFound({ subject: field(name), cgroup }) : undefined
}

/** On v1 each controller has a tree of its own; these a kubelet wants (pkg/kubelet/cm/cgroup_v1_manager_linux.go). */
const controllers = ['cpu', 'cpuacct', 'cpuset', 'memory', 'pids', 'systemd']

async function treesOf(host: HostView): Promise<readonly string[]> {
  const base = '/sys/fs/cgroup'
  if ((await host.cgroupVersion()) === 2) return [base]
  const all = controllers.map((controller) => `${base}/${controller}`)
  const kinds = await Promise.all(all.map((tree) => host.kind(tree)))
  const trees = all.filter((_, index) => kinds[index] === 'folder')
  if (trees.length === 0) throw new Unseen(HostPathUnreadable({ path: base, errno: 'ENOENT' }))
  return trees
}

async function lacksAll(places: readonly string[], tree: string, host: HostView): Promise<boolean> {
  const kinds = await Promise.all(places.map((place) => host.kind(`${tree}/${place}`)))
  return kinds.every((kind) => kind === 'absent')
}

/**
 * The driver cgroupfs takes the path as it is; systemd knows slices, and a-b.slice is in a.slice. The cgroup of the pods
 * that a kubelet has made tells which driver it has.
 */
async function placesOf(cgroup: string, tree: string, host: HostView): Promise<readonly string[]> {
  const parts = cgroup.split('/').filter((part) => part !== '')
  const plain = parts.join('/')
  if ((await host.kind(`${tree}/kubepods`)) === 'folder') return [plain]
  const last = (parts.at(-1) ?? '').replace(/\.slice$/, '')
  const steps = last.split('-').map((_, i, all) => `${all.slice(0, i + 1).join('-')}.slice`)
  const nested = parts.map((_, i) => `${parts.slice(0, i + 1).join('-')}.slice`)
  return [plain, steps.join('/'), nested.join('/')]
}
