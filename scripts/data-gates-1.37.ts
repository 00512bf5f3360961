import type { ListedGate } from './data-gates.ts'

const off = { default: false, locked: false } as const

/** gates.json has 1.37 as it was five weeks before its release. This is what v1.37.0 says otherwise. */
export const gatesOf137: Readonly<Record<string, ListedGate>> = {
  DRADeviceCompatibilityGroups: {
    ...off,
    stage: 'alpha',
    deps: ['DRAPartitionableDevices', 'DynamicResourceAllocation'],
  },
  DRAWorkloadResourceClaims: { ...off, stage: 'beta', deps: ['DynamicResourceAllocation', 'GenericWorkload'] },
  InterPodAffinityHostnameFastPath: { ...off, stage: 'alpha' },
  PodLevelResourceManagers: { ...off, stage: 'beta', deps: ['PodLevelResources'] },
  SchedulerPreQueueingHints: { ...off, stage: 'alpha' },
}
