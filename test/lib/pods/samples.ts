import type { Node } from '../../../src/lib/api/node.ts'
import type { Container, ContainerStatus, Pod, PodCondition } from '../../../src/lib/api/pod.ts'
import { balloon } from '../../../src/lib/names.ts'
import type { QuantityText } from '../../../src/lib/pods/amounts.ts'
import type { Installation } from '../../../src/lib/sizes/model/installation.ts'

export const optIn = { [balloon.optInLabel.key]: balloon.optInLabel.value }

export const installation: Installation = {
  namespace: 'kube-system',
  daemonSetUid: 'daemonset-uid',
  priorityClass: balloon.priorityClass,
  nodeSelector: { 'kubernetes.io/os': 'linux', ...optIn },
  image: 'pause',
}

/** Ready, managed, with 4 cores and 16Gi. */
export const node = (changes: Partial<Node> = {}): Node => ({
  name: 'node-a',
  uid: 'node-uid',
  createdAt: '2026-01-01T00:00:00Z',
  labels: { 'kubernetes.io/os': 'linux', ...optIn },
  allocatable: { cpu: '4', memory: '16Gi' },
  capacity: { cpu: '4', memory: '16Gi' },
  bootId: '',
  unreachable: false,
  swapBytes: undefined,
  ready: true,
  kubeletVersion: 'v1.36.3',
  operatingSystem: 'linux',
  osImage: '',
  containerRuntime: '',
  scheduling: { resourceVersion: '1', unschedulable: false, cordonedBy: [] },
  annotations: {},
  agentCondition: undefined,
  ...changes,
})

interface PodSketch {
  readonly name?: string
  readonly metadata?: Partial<Pod['metadata']>
  readonly spec?: Partial<Pod['spec']>
  readonly status?: Pod['status']
}

/** Running on node-a, without requests. */
export const pod = ({ name = 'web', metadata = {}, spec = {}, status = {} }: PodSketch = {}): Pod => ({
  metadata: { name, namespace: 'default', uid: `${name}-uid`, resourceVersion: '1', generation: 1, ...metadata },
  spec: { nodeName: 'node-a', containers: [], ...spec },
  status: { phase: 'Running', observedGeneration: 1, ...status },
})

export const container = (
  name: string,
  requests: Record<string, string>,
  rest: Partial<Container> = {},
): Container => ({
  name,
  resources: { requests },
  ...rest,
})

/** A pod with one container, granted what it asks for. */
export const workload = (name: string, cpu: string, memory: string): Pod =>
  pod({ name, spec: { containers: [container('app', { cpu, memory })] } })

const grant = ({ cpu, memory }: QuantityText): ContainerStatus => ({
  name: balloon.container,
  allocatedResources: { cpu, memory },
  resources: { requests: { cpu, memory } },
})

/** The balloon of node-a: what it asks for, and what it was granted if that is something else. */
export const balloonPod = (asked: QuantityText, granted: QuantityText = asked, changes: PodSketch = {}): Pod =>
  pod({
    name: changes.name ?? 'nodesize-balloon-x',
    metadata: {
      namespace: 'kube-system',
      labels: { [balloon.podLabel.key]: balloon.podLabel.value },
      ownerReferences: [{ kind: 'DaemonSet', name: balloon.daemonSet, uid: 'daemonset-uid', controller: true }],
      ...changes.metadata,
    },
    spec: {
      priorityClassName: balloon.priorityClass,
      containers: [container(balloon.container, { ...asked })],
      ...changes.spec,
    },
    status: { containerStatuses: [grant(granted)], ...changes.status },
  })

/** A balloon that was granted `granted`, and of which the runtime still applies `applied`. */
export const applyingPod = (granted: QuantityText, applied: QuantityText): Pod =>
  balloonPod(granted, granted, {
    status: {
      containerStatuses: [{ ...grant(granted), resources: { requests: { ...applied } } }],
      conditions: [{ type: 'PodResizeInProgress', status: 'True', observedGeneration: 1 }],
    },
  })

export const pending = (
  reason: 'Deferred' | 'Infeasible',
  message = '',
  observedGeneration?: number,
): PodCondition => ({
  ...{ type: 'PodResizePending', status: 'True', reason, message },
  ...(observedGeneration === undefined ? {} : { observedGeneration }),
})
