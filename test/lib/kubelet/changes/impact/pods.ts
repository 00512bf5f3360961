import type { Pod } from '../../../../../src/lib/api/pod.ts'
import type { PodEvidence } from '../../../../../src/lib/kubelet/changes/impact/evidence.ts'
import { podEvidenceOf } from '../../../../../src/lib/kubelet/changes/impact/pod-evidence.ts'

export interface PodOf {
  readonly name: string
  readonly cpu?: string
  readonly memory?: string
  readonly storage?: string
  readonly priority?: number
  /** Seconds after the first pod. */
  readonly at?: number
  readonly more?: Partial<Omit<PodEvidence, 'name'>>
}

export const podEvidence = ({ name, cpu, memory, storage, priority = 0, at = 0, more }: PodOf): PodEvidence => {
  const requests = {
    ...(cpu !== undefined && { cpu }),
    ...(memory !== undefined && { memory }),
    ...(storage !== undefined && { 'ephemeral-storage': storage }),
  }
  const pod: Pod = {
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: new Date(1_800_000_000_000 + at * 1000).toISOString(),
    },
    spec: { priority, containers: [{ name: 'main', resources: { requests } }] },
    status: { qosClass: 'Burstable' },
  }
  return { ...podEvidenceOf(pod), ...more }
}
