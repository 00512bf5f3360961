/** A feature gate as gates.json lists it. */
export interface ListedGate {
  readonly default: boolean
  readonly stage: 'alpha' | 'beta' | 'ga' | 'deprecated'
  readonly locked: boolean
  readonly deps?: readonly string[]
}

const off = { default: false, locked: false } as const

/** Differences of v1.37.0 from gates.json, which was recorded five weeks before the release of 1.37. */
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
