import type { Effective } from '../../kubelet/defaults/effective.ts'
import { asText } from '../../kubelet/defaults/values.ts'
import { kernelTunables } from '../../kubelet/startup/kernel-tunables.ts'
import type { HostRoot } from './host-root.ts'
import { field, type ObstacleFact } from './obstacle-fact.ts'

/** Swap, kernel settings and cgroups that a document needs otherwise (V12, S14). */
export async function kernelObstacles(config: Effective, host: HostRoot): Promise<readonly ObstacleFact[]> {
  const isV2 = await host.isCgroupV2()
  return [
    ...(await swapOn(config, host)),
    ...(await sysctls(config, host)),
    ...(isV2 === false ? cgroupV1(config) : []),
    ...(await cgroups(config, host, isV2)),
  ]
}

async function swapOn(config: Effective, host: HostRoot): Promise<readonly ObstacleFact[]> {
  if (!config.bool('failSwapOn')) return []
  const lines = ((await host.text('/proc/swaps')) ?? '').trim().split('\n').slice(1)
  const swaps = lines.map((line) => line.split(/\s/, 1)[0]!)
  return swaps.length === 0 ? [] : [{ reason: 'HostSwapOn', subject: field('failSwapOn'), swaps }]
}

async function sysctls(config: Effective, host: HostRoot): Promise<readonly ObstacleFact[]> {
  if (!config.bool('protectKernelDefaults')) return []
  const found = await Promise.all(
    Object.entries(kernelTunables).map(async ([name, needed]) => {
      const value = (await host.text(`/proc/sys/${name.replaceAll('.', '/')}`))?.trim()
      return value === undefined || value === needed ? [] : [{ name, value, needed }]
    }),
  )
  const different = found.flat()
  if (different.length === 0) return []
  return [{ reason: 'HostSysctlsDiffer', subject: field('protectKernelDefaults'), sysctls: different }]
}

function cgroupV1(config: Effective): readonly ObstacleFact[] {
  const behavior = config.text('memorySwap.swapBehavior')
  const isLimited = config.enabled('NodeSwap') && behavior === 'LimitedSwap'
  return [
    ...(config.bool('failCgroupV1') ? [{ reason: 'HostCgroupV1' as const, subject: field('failCgroupV1') }] : []),
    ...(isLimited
      ? [{ reason: 'HostSwapNeedsCgroupV2' as const, subject: field('memorySwap.swapBehavior'), behavior }]
      : []),
  ]
}

const reserved = { 'kube-reserved': 'kubeReservedCgroup', 'system-reserved': 'systemReservedCgroup' } as const

async function cgroups(config: Effective, host: HostRoot, isV2: boolean | undefined): Promise<readonly ObstacleFact[]> {
  const enforced = config.list('enforceNodeAllocatable').map((item) => asText(item).replace('-compressible', ''))
  const fields = [
    ...(config.bool('cgroupsPerQOS') ? ['cgroupRoot'] : []),
    ...Object.entries(reserved).flatMap(([key, name]) => (enforced.includes(key) ? [name] : [])),
  ]
  // On v1 each controller has its own tree: that of memory stands for all.
  const tree = isV2 ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory'
  if (isV2 === undefined || (await host.kind(tree)) !== 'folder') return []
  const facts = await Promise.all(fields.map((name) => noCgroup(name, config.text(name), tree, host)))
  return facts.filter((fact) => fact !== undefined)
}

async function noCgroup(name: string, cgroup: string, tree: string, host: HostRoot): Promise<ObstacleFact | undefined> {
  if (['', '/'].includes(cgroup)) return undefined
  const kinds = await Promise.all(placesOf(cgroup).map((place) => host.kind(`${tree}/${place}`)))
  if (kinds.some((kind) => kind !== 'absent')) return undefined
  return { reason: 'HostCgroupNotFound', subject: field(name), cgroup }
}

/** The driver cgroupfs takes the path as it is; systemd knows slices, and a-b.slice is in a.slice. */
function placesOf(cgroup: string): readonly string[] {
  const parts = cgroup.split('/').filter((part) => part !== '')
  const last = (parts.at(-1) ?? '').replace(/\.slice$/, '')
  const steps = last.split('-').map((_, i, all) => `${all.slice(0, i + 1).join('-')}.slice`)
  const nested = parts.map((_, i) => `${parts.slice(0, i + 1).join('-')}.slice`)
  return [parts.join('/'), steps.join('/'), nested.join('/')]
}
