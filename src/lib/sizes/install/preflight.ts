import type { ObjectBody } from '../../api/object.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import type { Subject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { balloon } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import { harmOfLimitRange } from '../model/limit-range.ts'
import type { Cluster } from '../ports/cluster.ts'
import {
  type InstallProblem,
  InstallRefused,
  InstallRightMissing,
  type InstallWarning,
  QuotaCountsBalloons,
  QuotaDemandsLimits,
  SecondInstallation,
  ServerCannotResize,
} from './install-messages.ts'

/** What was found before anything is written. */
export interface Preflight {
  readonly problems: readonly InstallProblem[]
  readonly warnings: readonly InstallWarning[]
}

/** Missing permissions are reported first and all at once: without them, nothing else can be read. */
export async function refuseMissingRights(
  cluster: Cluster,
  objects: readonly ObjectBody[],
  limits: Limits,
): Promise<void> {
  const kinds = Map.groupBy(
    objects,
    ({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.namespace ?? ''}`,
  )
  const firsts = Array.from(kinds.values(), ([first]) => first!)
  const questions = firsts.flatMap((object) => ['create', 'patch'].map((verb) => ({ verb, object })))
  const answers = await concurrently(
    questions.map(({ verb, object: { apiVersion, kind, metadata } }) =>
      cluster.access.may(verb, { apiVersion, kind, namespace: metadata.namespace }, limits),
    ),
  )
  const denied = questions.filter((_, i) => answers[i] === false)
  refuseOn(denied.map(({ verb, object }) => InstallRightMissing({ verb, subject: subjectOf(object) })))
}

/** Whether this cluster can have balloons. */
export async function preflight(cluster: Cluster, limits: Limits): Promise<Preflight> {
  const { namespace } = cluster.balloons
  const [resize, version, limitRanges, quotas, daemonSets] = await concurrently([
    cluster.access.serves('pods/resize', limits),
    cluster.access.serverVersion(limits),
    cluster.objects.list({ apiVersion: 'v1', kind: 'LimitRange', namespace }, limits),
    cluster.objects.list({ apiVersion: 'v1', kind: 'ResourceQuota', namespace }, limits),
    cluster.objects.list({ apiVersion: 'apps/v1', kind: 'DaemonSet' }, limits),
  ])
  const quotaFacts = quotas.map(quotaFact)
  return {
    problems: [
      ...(resize ? [] : [ServerCannotResize({ version })]),
      ...limitRanges.flatMap((range) => harmOfLimitRange(range) ?? []),
      ...quotaFacts.filter((fact) => fact.reason === 'QuotaDemandsLimits'),
      ...daemonSets.flatMap((other) => secondInstallation(other, namespace)),
    ],
    warnings: quotaFacts.filter((fact) => fact.reason === 'QuotaCountsBalloons'),
  }
}

/** Throws one Failure with all problems. */
export function refuseOn(problems: readonly InstallProblem[]): void {
  if (problems.length > 0) throw new Failure('refused', InstallRefused({ problems }))
}

export const subjectOf = ({ kind, metadata: { name, namespace } }: ObjectBody): Subject => ({ kind, name, namespace })

/** Quotas on limits require limits, which balloons cannot have; other quotas count the balloons. */
export function quotaFact(quota: ObjectBody) {
  const resources = Object.keys((quota['spec'] as { hard?: object } | undefined)?.hard ?? {})
  const limits = resources.filter((key) => key.startsWith('limits.'))
  const subject = subjectOf(quota)
  return limits.length > 0 ? QuotaDemandsLimits({ subject, limits }) : QuotaCountsBalloons({ subject, resources })
}

function secondInstallation({ metadata }: ObjectBody, namespace: string): InstallProblem[] {
  if (metadata.name !== balloon.daemonSet || metadata.namespace === namespace) return []
  return [SecondInstallation({ namespace: metadata.namespace ?? '' })]
}
