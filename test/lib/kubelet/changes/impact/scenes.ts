import { assessChange } from '../../../../../src/lib/kubelet/changes/assess.ts'
import { isRisk } from '../../../../../src/lib/kubelet/changes/disruption.ts'
import type { MachineEvidence, NodeEvidence } from '../../../../../src/lib/kubelet/changes/impact/evidence.ts'
import { type Impact, impactOf } from '../../../../../src/lib/kubelet/changes/impact/impact.ts'
import type { UnknownEvidence } from '../../../../../src/lib/kubelet/changes/impact/risk.ts'
import { documentOf } from '../../check/documents.ts'
import { type PodOf, podEvidence } from './pods.ts'

export const known: MachineEvidence = {
  idRanges: [],
  numaNodes: 1,
  podsMemory: 100n * 2n ** 20n,
  signals: new Map([
    ['memory.available', { available: 2n ** 30n, capacity: 8n * 2n ** 30n }],
    ['nodefs.available', { available: 2n ** 33n, capacity: 2n ** 36n }],
  ]),
}

const quantities = { cpu: '4', memory: '8Gi', pods: '110', 'ephemeral-storage': '64Gi' }

export interface Scene {
  readonly pods?: readonly PodOf[]
  readonly machine?: MachineEvidence
}

export async function impact(
  before: string,
  after: string,
  { pods = plain, machine = known }: Scene = {},
): Promise<Impact> {
  const [old, current] = [await documentOf(before), await documentOf(after)]
  const assessment = assessChange('1.36', { before: old, after: current })
  const weighed = assessment.changes.filter(({ disruption }) => isRisk(disruption))
  const evidence: NodeEvidence = {
    pods: pods.map(podEvidence),
    allocatable: quantities,
    capacity: quantities,
    machine,
  }
  return impactOf({ release: '1.36', before: old, after: current, assessment, weighed, evidence })
}

export const plain: readonly PodOf[] = [
  { name: 'a', cpu: '1', memory: '1Gi' },
  { name: 'b', cpu: '500m', at: 1 },
]
export const exclusive: PodOf = { name: 'x', cpu: '2', memory: '1Gi', more: { exclusiveCpus: 2n, isGuaranteed: true } }
export const fixed = 'kubeReserved: {cpu: 500m}\ncpuManagerPolicy: static\n'
export const strict = `${fixed}cpuManagerPolicyOptions: {strict-cpu-reservation: "true"}\n`
export const reserving =
  'evictionHard: {memory.available: 100Mi}\nmemoryManagerPolicy: Static\nreservedMemory: [{numaNode: 0, limits: {memory: 100Mi}}]\n'

const shown = (unknown: UnknownEvidence): string => `? ${unknown.reason}`
export const answer = ({ ends, mayEnd, unknown }: Impact): readonly string[] => [
  ...[...ends, ...mayEnd].map(({ name, why }) => `${name} ${why}`),
  ...unknown.map(shown),
]
