import { Failure } from '../errors.ts'
import { balloon } from '../names.ts'
import type { AccessQuestion, Cluster, Limits, ObjectBody } from '../ports.ts'

/** Problems found before anything is written; each is a sentence. */
export type Preflight = { readonly problems: readonly string[]; readonly warnings: readonly string[] }

/**
 * Can this cluster have balloons, and may we make them? Missing rights are refused first, all at once, for without them
 * nobody may even look; then all other problems at once.
 */
export async function preflight(cluster: Cluster, objects: readonly ObjectBody[], limits: Limits): Promise<Preflight> {
  const { namespace } = cluster.balloons
  refuseOn({ problems: await deniedOf(cluster, objects, limits), warnings: [] })
  const [resize, version, limitRanges, quotas, daemonSets] = await Promise.all([
    cluster.access.serves('pods/resize', limits),
    cluster.access.serverVersion(limits),
    cluster.objects.list({ apiVersion: 'v1', kind: 'LimitRange', namespace }, limits),
    cluster.objects.list({ apiVersion: 'v1', kind: 'ResourceQuota', namespace }, limits),
    cluster.objects.list({ apiVersion: 'apps/v1', kind: 'DaemonSet' }, limits),
  ])
  const problems = [
    ...(resize ? [] : [`the server (${version}) has no pods/resize: Kubernetes 1.33 or later is needed`]),
    ...limitRanges.flatMap(limitRangeProblem),
    ...quotas.flatMap(quotaProblem),
    ...daemonSets.flatMap((other) => secondInstall(other, namespace)),
  ]
  return { problems, warnings: quotas.filter((quota) => quotaProblem(quota).length === 0).map(quotaWarning) }
}

/** Refuse, naming every problem. */
export function refuseOn({ problems }: Preflight): void {
  const [first, ...others] = problems
  if (first === undefined) return
  const message =
    others.length === 0 ? first : [`${problems.length} problems`, ...problems.map((it) => `  ${it}`)].join('\n')
  throw new Failure('refused', message, { suggestions: ['nothing was written'] })
}

const resources: Readonly<Record<string, { group: string; resource: string }>> = {
  Namespace: { group: '', resource: 'namespaces' },
  PriorityClass: { group: 'scheduling.k8s.io', resource: 'priorityclasses' },
  ClusterRole: { group: 'rbac.authorization.k8s.io', resource: 'clusterroles' },
  DaemonSet: { group: 'apps', resource: 'daemonsets' },
}

async function deniedOf(cluster: Cluster, objects: readonly ObjectBody[], limits: Limits): Promise<string[]> {
  const questions = objects.flatMap(({ kind, metadata }) => {
    const resource = resources[kind]
    const where = metadata.namespace === undefined ? {} : { namespace: metadata.namespace }
    return resource === undefined
      ? []
      : ['create', 'patch'].map((verb): AccessQuestion => ({ verb, ...resource, ...where }))
  })
  const answers = await Promise.all(questions.map((question) => cluster.access.may(question, limits)))
  return questions
    .filter((_, i) => answers[i] === false)
    .map(
      ({ verb, resource, namespace }) =>
        `you may not ${verb} ${resource}${namespace === undefined ? '' : ` in ${namespace}`}`,
    )
}

type LimitRangeItem = { type: string; default?: object; max?: object; min?: object }

/** Its defaults act on resizes too, and put limits on the balloon that can never be removed. */
function limitRangeProblem({ metadata, spec }: ObjectBody): string[] {
  const { limits = [] } = spec as { limits?: LimitRangeItem[] }
  const harmful = limits.some(
    (item) =>
      (item.type === 'Container' && (item.default ?? item.max) !== undefined) ||
      (item.type === 'Pod' && item.max !== undefined),
  )
  if (!harmful) return []
  return [
    `LimitRange ${metadata.namespace}/${metadata.name} would put limits on balloons, for good: remove it, or use another --namespace`,
  ]
}

const hardOf = ({ spec }: ObjectBody): string[] => Object.keys((spec as { hard?: object }).hard ?? {})

function quotaProblem(quota: ObjectBody): string[] {
  const limited = hardOf(quota).filter((key) => key.startsWith('limits.'))
  const { namespace, name } = quota.metadata
  return limited.length === 0
    ? []
    : [`ResourceQuota ${namespace}/${name} demands ${limited.join(', ')}, which balloons cannot have`]
}

const quotaWarning = (quota: ObjectBody): string =>
  `ResourceQuota ${quota.metadata.namespace}/${quota.metadata.name} counts balloons (${hardOf(quota).join(', ')}) and may refuse to let them grow`

function secondInstall({ metadata }: ObjectBody, namespace: string): string[] {
  if (metadata.name !== balloon.daemonSet || metadata.namespace === namespace) return []
  return [`nodesize is installed in namespace ${metadata.namespace} already: a node must not have two balloons`]
}
