import { agent, balloon } from '../../../src/lib/names.ts'
import { other, own, unmanaged } from './names.ts'

interface Cordon {
  readonly isMarked: boolean
  readonly unschedulable: boolean
}

/** Nodes in each state of a cordon. */
export const cordons: Readonly<Record<string, Cordon>> = {
  'rights-open': { isMarked: false, unschedulable: false },
  'rights-marked': { isMarked: true, unschedulable: true },
  'rights-cordoned': { isMarked: false, unschedulable: true },
  'rights-left': { isMarked: true, unschedulable: false },
}

export const nodes: Readonly<Record<string, { annotations: object; labels?: object; unschedulable?: boolean }>> = {
  [own]: {
    annotations: { 'rights.example/note': 'x', [agent.annotation.status]: '{}' },
    labels: { [balloon.optInLabel.key]: balloon.optInLabel.value, 'rights.example/own': 'x' },
  },
  [other]: { annotations: { 'rights.example/note': 'x' } },
  [unmanaged]: { annotations: { 'rights.example/note': 'x' } },
  ...Object.fromEntries(
    Object.entries(cordons).map(([name, { isMarked, unschedulable }]) => [
      name,
      { annotations: isMarked ? { [balloon.cordonAnnotation]: 'x' } : {}, unschedulable },
    ]),
  ),
}

export const node = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    ...{ name, annotations: nodes[name]?.annotations ?? {} },
    labels: { 'rights.example/label': 'x', ...nodes[name]?.labels },
  },
  spec: {
    ...{ podCIDR: '10.250.0.0/24', taints: [{ key: 'rights.example/taint', effect: 'NoSchedule' }] },
    ...(nodes[name]?.unschedulable && { unschedulable: true }),
  },
})

export const nodeStatus = {
  capacity: { cpu: '4', memory: '8Gi', pods: '110' },
  allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
  addresses: [{ type: 'InternalIP', address: '192.0.2.7' }],
  conditions: [
    { type: 'Ready', status: 'True', reason: 'Test', message: 'test' },
    { type: agent.condition, status: 'True', reason: 'Test', message: 'test' },
  ],
  images: [{ names: ['rights.example/image'], sizeBytes: 1 }],
  nodeInfo: { kubeletVersion: 'v1.37.2', operatingSystem: 'linux', architecture: 'amd64' },
}
