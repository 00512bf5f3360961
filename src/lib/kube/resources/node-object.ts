import type { V1Node } from '@kubernetes/client-node'
import type { AgentCondition, Node } from '../../api/node.ts'
import type { Wire } from '../../api/wire.ts'
import { agent, domain } from '../../names.ts'

/** The parts of a node that are used. */
export const nodeOf = ({ metadata, status }: Wire<V1Node>): Node => ({
  name: metadata?.name ?? '',
  uid: metadata?.uid ?? '',
  labels: metadata?.labels ?? {},
  annotations: oursIn(metadata?.annotations ?? {}),
  agentCondition: conditionIn(status?.conditions ?? []),
  allocatable: status?.allocatable ?? {},
  ready: status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false,
  kubeletVersion: status?.nodeInfo?.kubeletVersion ?? '',
  operatingSystem: status?.nodeInfo?.operatingSystem ?? '',
  osImage: status?.nodeInfo?.osImage ?? '',
  containerRuntime: status?.nodeInfo?.containerRuntimeVersion ?? '',
})

const oursIn = (annotations: Readonly<Record<string, string>>): Node['annotations'] =>
  Object.fromEntries(Object.entries(annotations).filter(([name]) => name.startsWith(`${domain}/`)))

type Conditions = NonNullable<NonNullable<Wire<V1Node>['status']>['conditions']>

function conditionIn(conditions: Conditions): AgentCondition | undefined {
  const found = conditions.find(({ type }) => type === agent.condition)
  if (found === undefined) return undefined
  const { status, reason = '', message = '', lastHeartbeatTime } = found
  return { status, reason, message, heartbeatAt: lastHeartbeatTime ?? undefined }
}
