import type { V1Pod } from '@kubernetes/client-node'
import type { Pod } from '../../api/pod.ts'
import type { Wire } from '../../api/wire.ts'
import { isBalloonAboveFloor, podEvidenceOf } from '../../kubelet/changes/impact/pod-evidence.ts'
import type { PodFacts } from '../ports/agent-node.ts'
import { timeOf } from './node-seen.ts'

export function podFactsOf(pod: Wire<V1Pod>): PodFacts {
  const { metadata, spec, status } = pod
  const evidence = podEvidenceOf(pod as Pod)
  const sandbox = status?.conditions?.find(({ type }) => type === 'PodReadyToStartContainers')
  return {
    uid: metadata?.uid ?? '',
    namespace: metadata?.namespace ?? '',
    name: metadata?.name ?? '',
    phase: status?.phase ?? '',
    reason: status?.reason ?? '',
    isDeleted: metadata?.deletionTimestamp != null,
    // The default of the API, though a kubelet may leave it out.
    restartsAlways: (spec?.restartPolicy ?? 'Always') === 'Always',
    createdAt: timeOf(metadata?.creationTimestamp),
    staysOnDrain: evidence.staysOnDrain,
    balloonAboveFloor: isBalloonAboveFloor(pod as Pod),
    hasSandbox: sandbox?.status === 'True',
    evidence,
  }
}
