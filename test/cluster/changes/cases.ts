import type { LivingPod } from './living-node.ts'

/** Two documents, one after the other on a living node: fields in YAML, in place of those that the node has. */
export interface ChangeCase {
  readonly what: string
  readonly before: string
  readonly after: string
  readonly pods: readonly LivingPod[]
  /**
   * What one class less does: the kubelet exits at each start, pods fail, or the Node keeps the old value. Without it,
   * one class less does no harm that can be seen here, and is not tried.
   */
  readonly less?: 'exits' | 'pods-fail' | 'node-keeps'
}

const fixed = 'cpuManagerPolicy: static\n'
const strict = `${fixed}cpuManagerPolicyOptions: {strict-cpu-reservation: "true"}\n`
const one: readonly LivingPod[] = [{ name: 'plain' }]
const memory = 'evictionHard: {memory.available: 100Mi}\nkubeReserved: {memory: 100Mi}\n'

/** What a class was too low for, or would be: B1 to B3 of the findings first. */
export const cases: readonly ChangeCase[] = [
  {
    what: 'other CPUs are reserved strictly',
    before: `${strict}reservedSystemCPUs: "0"`,
    after: `${strict}reservedSystemCPUs: "1"`,
    pods: one,
    less: 'exits',
  },
  {
    what: 'more CPUs are reserved strictly',
    before: `${strict}kubeReserved: {cpu: 500m}`,
    after: `${strict}kubeReserved: {cpu: 1500m}`,
    pods: one,
    less: 'exits',
  },
  {
    what: 'strict reservation is turned on',
    before: `${fixed}reservedSystemCPUs: "0"`,
    after: `${strict}reservedSystemCPUs: "0"`,
    pods: one,
    less: 'exits',
  },
  {
    what: 'strict reservation is turned off',
    before: `${strict}reservedSystemCPUs: "0"`,
    after: `${fixed}reservedSystemCPUs: "0"`,
    pods: one,
    less: 'exits',
  },
  {
    what: 'pods get other ranges of user IDs',
    before: 'maxPods: 110',
    after: 'userNamespaces: {idsPerPod: 131072}',
    pods: [{ name: 'mapped', idRange: true }],
    less: 'exits',
  },
  {
    what: 'the Node gets a provider ID',
    before: 'maxPods: 110',
    after: 'providerID: example:///instance',
    pods: one,
    less: 'node-keeps',
  },
  {
    what: 'the static policy for CPUs',
    before: 'kubeReserved: {cpu: 500m}',
    after: `${fixed}kubeReserved: {cpu: 500m}`,
    pods: one,
    less: 'exits',
  },
  {
    what: 'the static policy for memory',
    before: memory,
    after: `${memory}memoryManagerPolicy: Static\nreservedMemory: [{numaNode: 0, limits: {memory: 200Mi}}]`,
    pods: one,
    less: 'exits',
  },
  {
    what: 'fewer pods than there are',
    before: 'maxPods: 110',
    after: 'maxPods: 1',
    pods: [{ name: 'first' }, { name: 'second' }],
    less: 'pods-fail',
  },
  {
    what: 'less cpu than the pods request',
    before: 'maxPods: 110',
    after: 'kubeReserved: {cpu: 1500m}',
    pods: [{ name: 'large', cpu: '1' }],
    less: 'pods-fail',
  },
  {
    what: 'values for new containers, and for the kubelet itself',
    before: 'podPidsLimit: -1\nregistryPullQPS: 5\nevictionHard: {memory.available: 200Mi}',
    after: 'podPidsLimit: 4096\nregistryPullQPS: 9\nevictionHard: {memory.available: 100Mi}',
    pods: one,
  },
  {
    what: 'part of a CPU more for the kubelet, which pods can spare',
    before: `${strict}kubeReserved: {cpu: 500m}`,
    after: `${strict}kubeReserved: {cpu: 600m}`,
    pods: one,
  },
]
