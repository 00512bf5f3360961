import { parseQuantity } from '../../../lib/quantity/quantity.ts'
import type { Api } from '../model/api.ts'
import type { Container, LimitRangeItem as Item, LimitRange, Pod } from '../model/object.ts'
import { denied } from '../model/refusal.ts'
import type { Write } from '../model/strategy.ts'

type Amounts = Readonly<Record<string, string>>

/** All items of the LimitRanges in the namespace of a pod. */
export const limitsFor = ({ store }: Api, { metadata }: Pod): readonly Item[] =>
  (store.list('limitranges', metadata.namespace) as readonly LimitRange[]).flatMap(({ spec }) => spec?.limits ?? [])

/** Sets default requests and limits (plugin/pkg/admission/limitranger, mergePodResourceRequirements). */
export function limitRangeDefaults(pod: Pod, items: readonly Item[]): Pod {
  const defaults = items.filter(({ type }) => type === 'Container')
  if (defaults.length === 0) return pod
  const fill = ({ resources = {}, ...container }: Container): Container => {
    const requests = merged(
      resources.requests,
      defaults.map(({ defaultRequest }) => defaultRequest),
    )
    const limits = merged(
      resources.limits,
      defaults.map((item) => item.default),
    )
    return { ...container, resources: { ...resources, ...(limits && { limits }), ...(requests && { requests }) } }
  }
  const { containers, initContainers } = pod.spec
  const filled = containers.map(fill)
  const annotations = { ...pod.metadata.annotations, ...noteOf(containers, filled) }
  return {
    ...pod,
    metadata: { ...pod.metadata, ...(Object.keys(annotations).length > 0 && { annotations }) },
    spec: { ...pod.spec, containers: filled, ...(initContainers && { initContainers: initContainers.map(fill) }) },
  }
}

/** The annotation that lists the defaults that were set. */
function noteOf(before: readonly Container[], after: readonly Container[]): Record<string, string> {
  const texts = after.flatMap(({ name, resources = {} }, i) =>
    (['requests', 'limits'] as const).flatMap((part) => {
      const added = Object.keys(resources[part] ?? {}).filter(
        (key) => before[i]?.resources?.[part]?.[key] === undefined,
      )
      return added.length === 0 ? [] : [`${added.sort().join(', ')} ${part.slice(0, -1)} for container ${name}`]
    }),
  )
  return texts.length === 0 ? {} : { 'kubernetes.io/limit-ranger': `LimitRanger plugin set: ${texts.join('; ')}` }
}

/** Own values take precedence, then the first default. */
function merged(own: Amounts | undefined, defaults: readonly (Amounts | undefined)[]): Amounts | undefined {
  const all = Object.assign({}, ...defaults.toReversed(), own) as Amounts
  return own === undefined && Object.keys(all).length === 0 ? undefined : all
}

/** Throws Refusal with all violations of LimitRanges. */
export function checkLimitRanges(pod: Pod, { api, subject }: Write): void {
  const problems = limitsFor(api, pod).flatMap((item) => {
    if (item.type === 'Pod') return itemProblems(item, totalOf(pod))
    if (item.type !== 'Container') return []
    return pod.spec.containers.flatMap(({ resources = {} }) => itemProblems(item, resources))
  })
  if (problems.length === 0) return
  throw denied(subject, problems.length === 1 ? problems[0]! : `[${problems.join(', ')}]`)
}

interface Asked {
  readonly requests?: Amounts
  readonly limits?: Amounts
}

const itemProblems = ({ type, min = {}, max = {} }: Item, { requests = {}, limits = {} }: Asked): string[] => [
  ...Object.entries(min).flatMap(([resource, minimum]) => {
    const rule = `minimum ${resource} usage per ${type} is ${minimum}`
    const isShort = (text: string | undefined): boolean => text !== undefined && nanos(text) < nanos(minimum)
    if (requests[resource] === undefined) return [`${rule}.  No request is specified`]
    if (isShort(requests[resource])) return [`${rule}, but request is ${requests[resource]}`]
    return isShort(limits[resource]) ? [`${rule}, but limit is ${limits[resource]}`] : []
  }),
  ...Object.entries(max).flatMap(([resource, maximum]) => {
    const rule = `maximum ${resource} usage per ${type} is ${maximum}`
    const isOver = (text: string | undefined): boolean => text !== undefined && nanos(text) > nanos(maximum)
    if (limits[resource] === undefined) return [`${rule}.  No limit is specified`]
    if (isOver(limits[resource])) return [`${rule}, but limit is ${limits[resource]}`]
    return isOver(requests[resource]) ? [`${rule}, but request is ${requests[resource]}`] : []
  }),
]

const nanos = (text: string): bigint => parseQuantity(text)?.nanos ?? 0n

/** A pod has a limit only if each of its containers has one. */
function totalOf({ spec: { containers } }: Pod): Asked {
  const add = (part: 'requests' | 'limits', isWhole: boolean): Amounts => {
    const all = containers.map(({ resources = {} }) => resources[part] ?? {})
    const names = [...new Set(all.flatMap((amounts) => Object.keys(amounts)))]
    const present = names.filter((name) => !isWhole || all.every((amounts) => amounts[name] !== undefined))
    return Object.fromEntries(present.map((name) => [name, sumOf(all.map((amounts) => amounts[name] ?? '0'))]))
  }
  return { requests: add('requests', false), limits: add('limits', true) }
}

const sumOf = (texts: readonly string[]): string =>
  texts.length === 1 ? texts[0]! : `${texts.reduce((sum, text) => sum + nanos(text), 0n) / 1_000_000n}m`
