import type { ObjectBody } from '../../api/object.ts'
import { Failure } from '../../failure.ts'
import { balloon } from '../../names.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { amountsOf } from '../../sizing/amounts.ts'
import { floor } from '../../sizing/size.ts'
import { together } from '../together.ts'

/** Problems found before anything is written; each is a sentence. */
export type Preflight = { readonly problems: readonly string[]; readonly warnings: readonly string[] }

/**
 * Can this cluster have balloons, and may we make them? Missing rights are refused first, all at once, for without them
 * nobody may even look; then all other problems at once.
 */
export async function preflight(cluster: Cluster, objects: readonly ObjectBody[], limits: Limits): Promise<Preflight> {
  const { namespace } = cluster.balloons
  refuseOn({ problems: await deniedOf(cluster, objects, limits), warnings: [] })
  const [resize, version, limitRanges, quotas, daemonSets] = await together([
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

async function deniedOf(cluster: Cluster, objects: readonly ObjectBody[], limits: Limits): Promise<string[]> {
  const questions = objects.flatMap(({ apiVersion, kind, metadata: { namespace } }) =>
    ['create', 'patch'].map((verb) => ({ verb, object: { apiVersion, kind, namespace } })),
  )
  const answers = await together(questions.map(({ verb, object }) => cluster.access.may(verb, object, limits)))
  return questions
    .filter((_, i) => answers[i] === false)
    .map(
      ({ verb, object: { kind, namespace } }) => `you may not ${verb} a ${kind}${namespace ? ` in ${namespace}` : ''}`,
    )
}

interface LimitRangeItem {
  readonly type: string
  readonly default?: object
  readonly max?: object
  readonly min?: Readonly<Record<string, string>>
  readonly maxLimitRequestRatio?: object
}

function limitRangeProblem({ metadata, spec }: ObjectBody): string[] {
  const { limits = [] } = spec as { limits?: LimitRangeItem[] }
  const harms = limits.filter(({ type }) => type === 'Container' || type === 'Pod').map(harmOf)
  const harm = harms.find((found) => found !== undefined)
  if (harm === undefined) return []
  return [`LimitRange ${metadata.namespace}/${metadata.name} ${harm}: remove it, or use another --namespace`]
}

/** Its defaults act on resizes too, and what they add to a pod can never be removed. */
function harmOf(item: LimitRangeItem): string | undefined {
  if (item.default !== undefined || item.max !== undefined) return 'would put limits on balloons, for good'
  if (item.maxLimitRequestRatio !== undefined) return 'demands limits, which balloons cannot have'
  const least = amountsOf(item.min)
  return least.cpu > floor.cpu || least.memory > floor.memory
    ? 'demands more than the smallest balloon asks for'
    : undefined
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
