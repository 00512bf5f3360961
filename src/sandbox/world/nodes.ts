import { type Node, timestamp } from '../core/model/object.ts'
import { canonical } from '../core/model/quantities.ts'
import type { SandboxOptions } from '../interface/cluster.ts'
import { nodeName } from '../interface/node-name.ts'
import type { World } from './runtime/world.ts'

const condition = (type: string, status: string, about: { reason: string; message: string; at: string }) => ({
  type,
  status,
  lastHeartbeatTime: about.at,
  lastTransitionTime: about.at,
  reason: about.reason,
  message: about.message,
})

type Size = Pick<SandboxOptions, 'nodeCpu' | 'nodeMemory'>

/** A Linux node whose allocatable equals its capacity. */
export function newNode({ api }: World, index: number, { nodeCpu, nodeMemory }: Size): Node {
  const name = nodeName(index)
  const at = timestamp(api.now())
  const capacity = { cpu: canonical(nodeCpu), memory: canonical(nodeMemory), pods: '110' }
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      uid: api.chance.uid(),
      resourceVersion: '',
      creationTimestamp: at,
      labels: labelsOf(name),
    },
    spec: {},
    status: {
      capacity,
      allocatable: capacity,
      addresses: [
        { type: 'InternalIP', address: addressOf(index) },
        { type: 'Hostname', address: name },
      ],
      conditions: [
        condition('MemoryPressure', 'False', healthy('KubeletHasSufficientMemory', 'sufficient memory available', at)),
        condition('DiskPressure', 'False', healthy('KubeletHasNoDiskPressure', 'no disk pressure', at)),
        condition('PIDPressure', 'False', healthy('KubeletHasSufficientPID', 'sufficient PID available', at)),
        condition('Ready', 'True', { reason: 'KubeletReady', message: 'kubelet is posting ready status', at }),
      ],
      nodeInfo: infoOf(name, api.release.gitVersion),
    },
  } as Node
}

const healthy = (reason: string, what: string, at: string) => ({ reason, message: `kubelet has ${what}`, at })

const labelsOf = (name: string) => ({
  'beta.kubernetes.io/arch': 'amd64',
  'beta.kubernetes.io/os': 'linux',
  'kubernetes.io/arch': 'amd64',
  'kubernetes.io/hostname': name,
  'kubernetes.io/os': 'linux',
})

/** An address in the range for benchmarks (RFC 2544), which no real network uses. */
const addressOf = (index: number): string => `198.18.${Math.floor(index / 250)}.${(index % 250) + 1}`

const infoOf = (name: string, kubeletVersion: string) => ({
  architecture: 'amd64',
  bootID: name,
  containerRuntimeVersion: 'sandbox://1',
  kernelVersion: '6.12.0',
  kubeProxyVersion: kubeletVersion,
  kubeletVersion,
  machineID: name,
  operatingSystem: 'linux',
  osImage: 'Sandbox',
  systemUUID: name,
})
