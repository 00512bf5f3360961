/** What both clusters are made of, the simulated one from the start, the real one after node-size.ts. */
export const nodeNames = ['node-a', 'node-b'] as const
/** Allocatable of each node: cores, and a quantity. */
export const nodeSize = { cpu: 2, memory: '4Gi' } as const
export const kubernetesVersion = '1.37.2'
