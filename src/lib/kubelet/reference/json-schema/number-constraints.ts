import type { Constraint } from './constraint.ts'

const maxInt32 = 2 ** 31 - 1
const port = { minimum: 0, maximum: 65535 }
const percentage = { minimum: 0, maximum: 100 }
const bit = { minimum: 0, maximum: 31 }
const notNegative = { minimum: 0 }

/** A zero that Go cannot distinguish from an absent value is always valid, so 0 is the minimum where the rule has 1. */
export const numberConstraints: readonly Constraint[] = [
  { path: 'nodeLeaseDurationSeconds', rules: ['V03'], keywords: notNegative },
  { path: 'eventBurst', rules: ['V06'], keywords: notNegative },
  { path: 'eventRecordQPS', rules: ['V07'], keywords: notNegative },
  { path: 'healthzPort', rules: ['V08'], keywords: port },
  { path: 'imageGCHighThresholdPercent', rules: ['V11'], keywords: percentage },
  { path: 'imageGCLowThresholdPercent', rules: ['V12'], keywords: percentage },
  { path: 'iptablesDropBit', rules: ['V19'], keywords: bit },
  { path: 'iptablesMasqueradeBit', rules: ['V20'], keywords: bit },
  { path: 'kubeAPIBurst', rules: ['V21'], keywords: notNegative },
  { path: 'kubeAPIQPS', rules: ['V22'], keywords: notNegative },
  { path: 'nodeStatusMaxImages', rules: ['V23'], keywords: { minimum: -1 } },
  { path: 'maxOpenFiles', rules: ['V24'], keywords: notNegative },
  { path: 'maxPods', rules: ['V25'], keywords: notNegative },
  { path: 'oomScoreAdj', rules: ['V26'], keywords: { minimum: -1000, maximum: 1000 } },
  { path: 'podsPerCore', rules: ['V27'], keywords: notNegative },
  { path: 'port', rules: ['V28'], keywords: port },
  { path: 'readOnlyPort', rules: ['V29'], keywords: port },
  { path: 'registryBurst', rules: ['V30'], keywords: notNegative },
  { path: 'registryPullQPS', rules: ['V31'], keywords: notNegative },
  { path: 'maxParallelImagePulls', rules: ['V32'], keywords: { minimum: 1 } },
  { path: 'runOnce', rules: ['V35'], since: '1.32', keywords: { enum: [false] } },
  {
    path: 'userNamespaces.idsPerPod',
    rules: ['V69'],
    keywords: { minimum: 65536, maximum: 2 ** 32 - 1, multipleOf: 65536 },
  },
  { path: 'logging.verbosity', rules: ['V71'], keywords: { maximum: maxInt32 } },
  { path: 'logging.vmodule[].verbosity', rules: ['V71'], keywords: { maximum: maxInt32 } },
  { path: 'tracing.samplingRatePerMillion', rules: ['V72'], keywords: { minimum: 0, maximum: 1_000_000 } },
  { path: 'memoryThrottlingFactor', rules: ['V75'], keywords: { exclusiveMinimum: 0, maximum: 1 } },
  { path: 'containerLogMaxWorkers', rules: ['V80'], keywords: { minimum: 1 } },
  { path: 'containerLogMaxFiles', rules: ['V82', 'S09'], keywords: { minimum: 2 } },
]
