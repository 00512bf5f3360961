import { pauseImage } from '../cluster/versions.ts'
import { make, patchCall, pathOf, read } from './requests.ts'
import type { Call, Entity, Subject } from './subject.ts'

type Quantities = Readonly<Record<string, string>>

export interface Pod extends Entity {
  readonly spec: {
    readonly nodeName?: string
    readonly priority?: number
    readonly containers: readonly {
      readonly name: string
      readonly resources: { requests?: Quantities; limits?: Quantities }
    }[]
  }
  readonly status: {
    readonly phase: string
    readonly reason?: string
    readonly message?: string
    readonly qosClass?: string
    readonly observedGeneration?: number
    readonly conditions?: readonly Condition[]
    readonly containerStatuses?: readonly { allocatedResources?: Quantities; resources?: { requests?: Quantities } }[]
  }
}

export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly observedGeneration?: number
}

export interface PodOptions {
  readonly requests?: Quantities
  readonly limits?: Quantities
  readonly namespace?: string
  readonly labels?: Quantities
  readonly spec?: object
}

interface PodBody {
  readonly metadata: object
  readonly spec: object
}

/** A body for POST. Its one container is the balloon. */
export function podBody(name: string, { requests, limits, labels = {}, spec = {} }: PodOptions): PodBody {
  const resources = { ...(requests && { requests }), ...(limits && { limits }) }
  const container = { name: 'balloon', image: pauseImage, imagePullPolicy: 'Never', resources }
  return {
    metadata: { name, labels },
    spec: { terminationGracePeriodSeconds: 0, automountServiceAccountToken: false, containers: [container], ...spec },
  }
}

/** A pod that no scheduler looks at: the API server's part alone. */
export async function parkedPod(subject: Subject, options: PodOptions = {}): Promise<string> {
  const spec = { schedulerName: 'nobody', ...options.spec }
  return makePod(subject, { requests: small, ...options, spec })
}

export const small = { cpu: '10m', memory: '16Mi' }

/** Its path. */
export async function makePod(subject: Subject, options: PodOptions): Promise<string> {
  const path = pathOf('pods', options.namespace)
  const { metadata } = await make(subject, path, podBody(subject.name(), options))
  return `${path}/${metadata.name}`
}

/** On this node, past the scheduler, and settled. */
export async function runningPod(subject: Subject, node: string, options: PodOptions = {}): Promise<string> {
  const path = await makePod(subject, { requests: small, ...options, spec: { nodeName: node, ...options.spec } })
  await settled(subject, path)
  return path
}

/** Runs, and the kubelet has followed every change of its spec. */
export function settled(subject: Subject, path: string): Promise<Pod> {
  return subject.eventually(async () => {
    const pod = await read<Pod>(subject, path)
    const { status, spec, metadata } = pod
    const [actual] = status.containerStatuses ?? []
    const wanted = JSON.stringify(sorted(spec.containers[0]?.resources.requests))
    const same = wanted === JSON.stringify(sorted(actual?.allocatedResources))
    const resizing = status.conditions?.some(({ type }) => type.startsWith('PodResize'))
    if (
      status.phase === 'Running' &&
      same &&
      !resizing &&
      actual?.resources &&
      status.observedGeneration === metadata.generation
    )
      return pod
    throw new Error(`pod has not settled: ${JSON.stringify({ wanted, status })}`)
  })
}

const sorted = (quantities: Quantities = {}): object => Object.fromEntries(Object.entries(quantities).sort())

/** Strategic, of the balloon's requests. */
export function resizeCall(path: string, requests: unknown): Call {
  return patchCall(`${path}/resize`, 'strategic', {
    spec: { containers: [{ name: 'balloon', resources: { requests } }] },
  })
}

/** What the node has for pods: milli-CPUs and bytes. */
export async function roomOf(
  subject: Subject,
  node: string,
): Promise<{ cpu: number; memory: number; memoryText: string }> {
  const { status } = await read<{ status: { allocatable: { cpu: string; memory: string } } }>(
    subject,
    `/api/v1/nodes/${node}`,
  )
  const { cpu, memory } = status.allocatable
  const factor = memory.endsWith('Gi') ? 1024 ** 3 : memory.endsWith('Mi') ? 1024 ** 2 : 1024
  return {
    cpu: cpu.endsWith('m') ? Number.parseInt(cpu, 10) : Number(cpu) * 1000,
    memory: Number.parseInt(memory, 10) * factor,
    memoryText: memory,
  }
}

export const pending = ({ status }: Pod): Condition | undefined =>
  status.conditions?.find(({ type }) => type === 'PodResizePending')
