import type { V1Node } from '@kubernetes/client-node'
import type { AgentCondition, Node, Scheduling } from '../../api/node.ts'
import type { Wire } from '../../api/object.ts'
import { agent, domain } from '../../names.ts'

/** The parts of a node that are used. */
export const nodeOf = ({ metadata, spec, status }: Wire<V1Node>): Node => ({
  name: metadata?.name ?? '',
  uid: metadata?.uid ?? '',
  createdAt: metadata?.creationTimestamp,
  labels: metadata?.labels ?? {},
  annotations: oursIn(metadata?.annotations ?? {}),
  agentCondition: conditionIn(status?.conditions ?? [], metadata?.managedFields ?? []),
  allocatable: status?.allocatable ?? {},
  capacity: status?.capacity ?? {},
  bootId: status?.nodeInfo?.bootID ?? '',
  ready: readyIn(status) === 'True',
  unreachable: readyIn(status) === 'Unknown',
  kubeletVersion: status?.nodeInfo?.kubeletVersion ?? '',
  operatingSystem: status?.nodeInfo?.operatingSystem ?? '',
  osImage: status?.nodeInfo?.osImage ?? '',
  containerRuntime: status?.nodeInfo?.containerRuntimeVersion ?? '',
  swapBytes: status?.nodeInfo?.swap?.capacity,
  scheduling: schedulingOf(metadata, spec),
})

const readyIn = (status: Wire<V1Node>['status']): string | undefined =>
  status?.conditions?.find(({ type }) => type === 'Ready')?.status

function schedulingOf(metadata: Wire<V1Node>['metadata'], spec: Wire<V1Node>['spec']): Scheduling {
  const unschedulable = spec?.unschedulable ?? false
  const cordonedBy = unschedulable ? (metadata?.managedFields ?? []).filter(ownsUnschedulable) : []
  return {
    resourceVersion: metadata?.resourceVersion ?? '',
    unschedulable,
    cordonedBy: cordonedBy.map(({ manager = '' }) => manager),
  }
}

const ownsUnschedulable = ({ fieldsV1 }: { readonly fieldsV1?: unknown }): boolean =>
  (fieldsV1 as { 'f:spec'?: { 'f:unschedulable'?: object } } | undefined)?.['f:spec']?.['f:unschedulable'] !== undefined

const ourPrefixes = [`${domain}/`, `nodesize.${domain}/`]

const oursIn = (annotations: Readonly<Record<string, string>>): Node['annotations'] =>
  Object.fromEntries(
    Object.entries(annotations).filter(([name]) => ourPrefixes.some((prefix) => name.startsWith(prefix))),
  )

type Conditions = NonNullable<NonNullable<Wire<V1Node>['status']>['conditions']>

type ManagedFields = NonNullable<NonNullable<Wire<V1Node>['metadata']>['managedFields']>

function conditionIn(conditions: Conditions, managedFields: ManagedFields): AgentCondition | undefined {
  const found = conditions.find(({ type }) => type === agent.condition)
  if (found === undefined) return undefined
  const { status, reason = '', message = '', lastHeartbeatTime } = found
  const written = managedFields.find(
    ({ manager, subresource }) => manager === agent.fieldManager && subresource === 'status',
  )
  return { status, reason, message, heartbeatAt: lastHeartbeatTime ?? undefined, writtenAt: written?.time }
}
