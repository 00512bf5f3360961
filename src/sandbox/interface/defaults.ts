import type { SandboxOptions } from './cluster.ts'

/** The defaults of a cluster. The seed is fixed: the same calls make the same cluster, names included. */
export const defaults = {
  nodes: 3,
  nodeCpu: '8',
  nodeMemory: '32Gi',
  kubernetesVersion: '1.37',
  seed: 1,
} as const satisfies Partial<SandboxOptions>
