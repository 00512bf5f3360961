import type { V1Pod } from '@kubernetes/client-node'
import type { Pod } from '../../api/pod.ts'
import type { Wire } from '../../api/wire.ts'
import type { PodFacts } from '../../ports/agent-node.ts'
import { equal, larger } from '../../sizing/amounts.ts'
import { hasBalloonLabel } from '../../sizing/balloon.ts'
import { allocatedOf, requestsOf } from '../../sizing/requests.ts'
import { floor } from '../../sizing/size.ts'
import { timeOf } from './node-seen.ts'

/** Of a static pod on the API server, and on the kubelet. */
const ofStaticPods = ['kubernetes.io/config.mirror', 'kubernetes.io/config.source']
const fromApiServer = 'api'

export function podFactsOf(pod: Wire<V1Pod>): PodFacts {
  const { metadata, spec, status } = pod
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
    staysOnDrain: isStatic(pod) || isOfDaemonSet(pod),
    balloonAboveFloor: isAboveFloor(pod as Pod),
    sandboxMadeAt: sandbox?.status === 'True' ? timeOf(sandbox.lastTransitionTime) : undefined,
  }
}

const isStatic = ({ metadata: { annotations = {} } = {} }: Wire<V1Pod>): boolean =>
  ofStaticPods.some((name) => (annotations[name] ?? fromApiServer) !== fromApiServer)

const isOfDaemonSet = ({ metadata: { ownerReferences = [] } = {} }: Wire<V1Pod>): boolean =>
  ownerReferences.some(({ kind, controller }) => kind === 'DaemonSet' && controller)

function isAboveFloor(pod: Pod): boolean {
  if (!hasBalloonLabel(pod)) return false
  const amounts = [requestsOf(pod)?.amounts, allocatedOf(pod)].filter((amount) => amount !== undefined)
  return !equal(amounts.reduce(larger, floor), floor)
}
