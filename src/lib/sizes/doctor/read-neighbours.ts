import type { ObjectBody, ObjectKind } from '../../api/object.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { defaultNamespace } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import type { Cluster } from '../ports/cluster.ts'
import type { NeighboursSeen, Seen, ServerSeen } from './cluster-seen.ts'

/** The status that cluster-autoscaler writes, also where its Deployment cannot be seen. */
const autoscalerStatus = {
  ...{ apiVersion: 'v1', kind: 'ConfigMap' },
  metadata: { name: 'cluster-autoscaler-status', namespace: defaultNamespace },
}

export async function readNeighbours(
  { objects, balloons: { namespace } }: Cluster,
  limits: Limits,
): Promise<Neighbours> {
  const admission = 'admissionregistration.k8s.io/v1'
  const kinds = [
    { apiVersion: 'apps/v1', kind: 'DaemonSet' },
    { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass' },
    { apiVersion: 'v1', kind: 'ResourceQuota', namespace },
    { apiVersion: 'v1', kind: 'LimitRange', namespace },
    { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', namespace },
    { apiVersion: admission, kind: 'MutatingWebhookConfiguration' },
    { apiVersion: admission, kind: 'MutatingAdmissionPolicy' },
    { apiVersion: 'apps/v1', kind: 'Deployment' },
    { apiVersion: 'batch/v1', kind: 'CronJob' },
  ] as const
  const [found, status, own] = await concurrently([
    concurrently(kinds.map((kind) => list(objects, kind, limits))),
    unlessRefused(objects.read(autoscalerStatus, limits)),
    unlessRefused(objects.read({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, limits)),
  ])
  const [daemonSets, priorityClasses, quotas, limitRanges, budgets, ...others] = found
  const [webhooks, mutatingPolicies, deployments, cronJobs] = others
  return {
    ...{ namespace: own, autoscalerStatus: status, daemonSets: daemonSets!, priorityClasses: priorityClasses! },
    ...{ quotas: quotas!, limitRanges: limitRanges!, budgets: budgets!, webhooks: webhooks! },
    ...{ mutatingPolicies: mutatingPolicies!, deployments: deployments!, cronJobs: cronJobs! },
  }
}

/** All but what is read only where its group is served. */
export type Neighbours = Omit<NeighboursSeen, 'verticalAutoscalers'>
type Objects = Seen<readonly ObjectBody[]>

/** A kind that the server does not have has no objects. */
const list = async (objects: Cluster['objects'], kind: ObjectKind, limits: Limits): Promise<Objects> =>
  noneIfNotServed(await unlessRefused(objects.list(kind, limits)))

/** Their group is not part of Kubernetes: it is asked for only if it is there. */
export const readVerticalAutoscalers = async (
  { objects, balloons: { namespace } }: Cluster,
  { groups }: ServerSeen,
  limits: Limits,
): Promise<Objects> =>
  groups.includes('autoscaling.k8s.io')
    ? list(objects, { apiVersion: 'autoscaling.k8s.io/v1', kind: 'VerticalPodAutoscaler', namespace }, limits)
    : { value: [] }

const noneIfNotServed = (found: Objects): Objects =>
  found.failure?.fact.reason === 'ResourceNotServed' ? { value: [] } : found
