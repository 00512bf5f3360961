import type { V1Node, V1NodeCondition } from '@kubernetes/client-node'
import { isControlPlane } from '../../api/node.ts'
import type { Wire } from '../../api/object.ts'
import { agent, domain, rollout } from '../../names.ts'
import type { NodeFacts } from '../ports/agent-node.ts'

/** A Node as its agent sees it. */
export interface NodeSeen {
  readonly facts: NodeFacts
  readonly reported: Reported
}

/** What the Node has of our report. */
export interface Reported {
  readonly condition: Wire<V1NodeCondition> | undefined
  readonly annotation: string | undefined
}

/** Set when it is decided that the machine goes: by the cluster autoscaler, by Karpenter, by a cloud that takes it back. */
const ofRemoval: ReadonlySet<string> = new Set([
  'ToBeDeletedByClusterAutoscaler',
  'karpenter.sh/disrupted',
  'node.cloudprovider.kubernetes.io/shutdown',
])

export function nodeSeen({ metadata, spec, status }: Wire<V1Node>): NodeSeen {
  const { uid = '', labels = {}, annotations = {} } = metadata ?? {}
  const conditionOf = (type: string) => status?.conditions?.find((condition) => condition.type === type)
  const ready = conditionOf('Ready')
  return {
    facts: {
      uid,
      createdAt: metadata?.creationTimestamp,
      rolloutOrder: labels[rollout.orderLabel],
      controlPlane: isControlPlane({ labels }),
      cordoned: spec?.unschedulable ?? false,
      leaving: metadata?.deletionTimestamp != null || (spec?.taints ?? []).some(({ key }) => ofRemoval.has(key)),
      ready: ready?.status === 'True' || ready?.status === 'False' ? ready.status : 'Unknown',
      readyHeartbeatAt: timeOf(ready?.lastHeartbeatTime),
      bootId: status?.nodeInfo?.bootID || undefined,
      kubeletVersion: status?.nodeInfo?.kubeletVersion ?? '',
      allocatable: status?.allocatable ?? {},
      capacity: status?.capacity ?? {},
      annotations: Object.fromEntries(Object.entries(annotations).filter(([name]) => name.startsWith(`${domain}/`))),
    },
    reported: { condition: conditionOf(agent.condition), annotation: annotations[agent.annotation.status] },
  }
}

/** Milliseconds since the epoch; undefined when it is not a time. */
export function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}
