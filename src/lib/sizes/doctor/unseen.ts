import type { Failure } from '../../message/failure.ts'
import type { Finding } from '../../message/findings.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import type { Part, SizeDoctorFact } from './doctor-messages.ts'
import { NotSeen } from './doctor-messages.ts'

/** What may not be read is said, so that nobody takes silence for health. One line for each kind of refusal. */
export function unseen({ pods, neighbours, objects, shards, reconciler }: ClusterSeen): readonly Finding[] {
  const parts: readonly (readonly [Part, Failure | undefined])[] = [
    ['pods', pods.failure],
    ['namespace', neighbours.namespace.failure],
    ['daemon-sets', neighbours.daemonSets.failure],
    ['priority-classes', neighbours.priorityClasses.failure],
    ['quotas', neighbours.quotas.failure],
    ['limit-ranges', neighbours.limitRanges.failure],
    ['budgets', neighbours.budgets.failure],
    ['webhooks', neighbours.webhooks.failure],
    ['mutating-policies', neighbours.mutatingPolicies.failure],
    ['deployments', neighbours.deployments.failure],
    ['cron-jobs', neighbours.cronJobs.failure],
    ['vertical-autoscalers', neighbours.verticalAutoscalers.failure],
    ['autoscaler-status', neighbours.autoscalerStatus.failure],
    ['sizes', shards.failure],
    ['lease', reconciler.lease.failure],
    ['reconciler', reconciler.bound.failure ?? reconciler.limits.find(({ live }) => live.failure)?.live.failure],
    ['objects', objects.find(({ wanted, live }) => isSingle(wanted.kind) && live.failure !== undefined)?.live.failure],
  ]
  const failed = parts.flatMap(([part, failure]) => (failure === undefined ? [] : [{ part, fact: failure.fact }]))
  return [...Map.groupBy(failed, ({ fact }) => fact.reason).values()].map((same) => {
    const fact: SizeDoctorFact = NotSeen({
      parts: same.map(({ part }) => part),
      because: same[0]!.fact,
    })
    return { severity: 'care', fact }
  })
}

/** The others are in lists, which are parts of their own. */
const isSingle = (kind: string): boolean => !['Namespace', 'PriorityClass', 'ConfigMap', 'DaemonSet'].includes(kind)
