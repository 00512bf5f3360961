import type { Case } from './case.ts'

const restart = 'crashLoopBackOff.maxContainerRestartPeriod'
const after = (period: string): string => `crashLoopBackOff: {maxContainerRestartPeriod: ${period}}\n`
const enforce = (...names: string[]): string => `enforceNodeAllocatable: [${names.join(', ')}]\n`
const swap = (behavior: string): string => `memorySwap: {swapBehavior: ${behavior}}\n`
const cgroups = 'systemReservedCgroup: /a\nkubeReservedCgroup: /b\n'

export const cases: readonly Case[] = [
  {
    rule: 'V46',
    breaks: swap('limitedSwap'),
    keeps: swap('LimitedSwap'),
    path: 'memorySwap.swapBehavior',
    message: "memorySwap.swapBehavior 'limitedSwap' must be NoSwap, LimitedSwap or empty",
  },
  {
    rule: 'V46',
    release: '1.30',
    breaks: swap('UnlimitedSwap'),
    keeps: swap('NoSwap'),
    path: 'memorySwap.swapBehavior',
    message: "memorySwap.swapBehavior 'UnlimitedSwap' must be NoSwap, LimitedSwap or empty",
  },
  {
    rule: 'V46',
    release: '1.29',
    breaks: `featureGates: {NodeSwap: true}\n${swap('NoSwap')}`,
    keeps: `featureGates: {NodeSwap: true}\n${swap('UnlimitedSwap')}`,
    path: 'memorySwap.swapBehavior',
    message: "memorySwap.swapBehavior 'NoSwap' must be UnlimitedSwap, LimitedSwap or empty",
  },
  {
    rule: 'V47',
    release: '1.29',
    breaks: swap('LimitedSwap'),
    keeps: swap('""'),
    path: 'memorySwap.swapBehavior',
    message: "memorySwap.swapBehavior 'LimitedSwap' needs the feature gate NodeSwap",
  },
  {
    rule: 'V49',
    breaks: after('999ms'),
    keeps: after('1s'),
    path: restart,
    message: `${restart} 999ms must be from 1s to 300s`,
  },
  {
    rule: 'V49',
    breaks: after('300.001s'),
    keeps: after('300.0009s'),
    path: restart,
    message: `${restart} 300.001s must be from 1s to 300s`,
  },
  {
    rule: 'V49',
    breaks: after('0s'),
    keeps: after('null'),
    path: restart,
    message: `${restart} 0s must be from 1s to 300s`,
  },
  {
    rule: 'V50',
    release: '1.34',
    breaks: after('10s'),
    keeps: `featureGates: {KubeletCrashLoopBackOffMax: true}\n${after('10s')}`,
    path: restart,
    message: `${restart} 10s needs the feature gate KubeletCrashLoopBackOffMax`,
  },
  {
    rule: 'V51',
    breaks: enforce('system-reserved', 'system-reserved-compressible') + cgroups,
    keeps: enforce('system-reserved', 'kube-reserved-compressible') + cgroups,
    path: 'enforceNodeAllocatable[1]',
    message: 'enforceNodeAllocatable must not have both system-reserved and system-reserved-compressible',
  },
  {
    rule: 'V52',
    breaks: enforce('kube-reserved', 'kube-reserved-compressible') + cgroups,
    keeps: enforce('kube-reserved', 'system-reserved-compressible') + cgroups,
    path: 'enforceNodeAllocatable[1]',
    message: 'enforceNodeAllocatable must not have both kube-reserved and kube-reserved-compressible',
  },
  {
    rule: 'V53',
    release: '1.31',
    breaks: enforce('pods', 'pods'),
    keeps: enforce('pods'),
    path: 'enforceNodeAllocatable[1]',
    message: "'pods' must be listed only once",
  },
  {
    rule: 'V54',
    breaks: enforce('system-reserved-compressible'),
    keeps: `${enforce('system-reserved-compressible')}systemReservedCgroup: /a\n`,
    path: 'enforceNodeAllocatable[0]',
    message: 'systemReservedCgroup must be set while enforceNodeAllocatable has system-reserved-compressible',
  },
  {
    rule: 'V54',
    release: '1.31',
    breaks: enforce('system-reserved'),
    keeps: enforce('system-reserved-compressible'),
    path: 'enforceNodeAllocatable[0]',
    message: 'systemReservedCgroup must be set while enforceNodeAllocatable has system-reserved',
  },
  {
    rule: 'V55',
    breaks: `${enforce('kube-reserved')}kubeReservedCgroup: ""\n`,
    keeps: `${enforce('kube-reserved')}kubeReservedCgroup: /b\n`,
    path: 'enforceNodeAllocatable[0]',
    message: 'kubeReservedCgroup must be set while enforceNodeAllocatable has kube-reserved',
  },
  {
    rule: 'V56',
    breaks: enforce('none', 'pods'),
    keeps: enforce('none'),
    path: 'enforceNodeAllocatable[0]',
    message: "enforceNodeAllocatable must not combine 'none' with other entries",
  },
  {
    rule: 'V56',
    breaks: enforce('none', 'none'),
    keeps: enforce(),
    path: 'enforceNodeAllocatable[1]',
    message: "enforceNodeAllocatable must not combine 'none' with other entries",
  },
  {
    rule: 'V57',
    release: '1.31',
    breaks: enforce('pods', 'kube-reserved-compressible'),
    keeps: enforce('pods', 'kube-reserved'),
    path: 'enforceNodeAllocatable[1]',
    message: "the entry 'kube-reserved-compressible' must be none, pods, system-reserved or kube-reserved",
  },
  {
    rule: 'V57',
    breaks: enforce('null'),
    keeps: enforce('pods'),
    path: 'enforceNodeAllocatable[0]',
    message:
      "the entry '' must be none, pods, system-reserved, system-reserved-compressible, kube-reserved or kube-reserved-compressible",
  },
  {
    rule: 'V58',
    breaks: 'cgroupsPerQOS: false\n',
    keeps: `cgroupsPerQOS: false\n${enforce('none')}`,
    path: 'cgroupsPerQOS',
    message: 'cgroupsPerQOS must be true while enforceNodeAllocatable has pods',
  },
  {
    rule: 'V58',
    breaks: `cgroupsPerQOS: false\n${enforce('kube-reserved', 'typo', 'pods')}`,
    keeps: `cgroupsPerQOS: false\n${enforce('typo')}`,
    path: 'cgroupsPerQOS',
    message: 'cgroupsPerQOS must be true while enforceNodeAllocatable has pods, kube-reserved',
  },
]
