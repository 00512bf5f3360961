import type { Pod, ResourceQuota } from '../model/object.ts'
import { denied } from '../model/refusal.ts'
import type { Write } from '../model/strategy.ts'
import { countedPods, isCounted, type Measure, measures } from './quota-usage.ts'

/** Throws Refusal when a ResourceQuota would be exceeded. Requests that do not increase usage always pass. */
export function checkQuota(pod: Pod, write: Write): void {
  const quotas = write.api.store.list('resourcequotas', pod.metadata.namespace) as readonly ResourceQuota[]
  for (const quota of quotas.filter((each) => isCounted(pod, each))) {
    checkSpecified(pod, quota, write)
    checkRoom(pod, quota, write)
  }
}

const keysOf = ({ spec = {} }: ResourceQuota): readonly string[] => Object.keys(spec.hard ?? {}).sort()

/** A quota on a resource requires that every container specifies it. */
function checkSpecified({ spec }: Pod, quota: ResourceQuota, { subject }: Write): void {
  const unspecified = keysOf(quota).flatMap((key) => {
    const part = measures[key]?.part
    if (part === undefined) return []
    const names = spec.containers.filter(({ resources }) => resources?.[part.list]?.[part.resource] === undefined)
    return names.length === 0 ? [] : [`${key} for: ${names.map(({ name }) => name).join(',')}`]
  })
  if (unspecified.length > 0)
    throw denied(subject, `failed quota: ${quota.metadata.name}: must specify ${unspecified.join('; ')}`)
}

interface Excess {
  readonly key: string
  readonly measure: Measure
  readonly asked: bigint
  readonly used: bigint
  readonly hard: string
}

function checkRoom(pod: Pod, quota: ResourceQuota, { api, previous, subject }: Write): void {
  const others = countedPods(api, quota)
  const excess = keysOf(quota).flatMap((key): Excess[] => {
    const [measure, hard] = [measures[key], quota.spec?.hard?.[key]]
    if (measure === undefined || hard === undefined) return []
    const of = (each: Pod): bigint => measure.of(each, api.release)
    const asked = of(pod) - (previous === undefined ? 0n : of(previous as Pod))
    const used = others.reduce((sum, other) => sum + of(other), 0n)
    return asked > 0n && used + asked > measure.read(hard) ? [{ key, measure, asked, used, hard }] : []
  })
  if (excess.length === 0) return
  const list = (textOf: (each: Excess) => string) => excess.map((each) => `${each.key}=${textOf(each)}`).join(',')
  throw denied(
    subject,
    `exceeded quota: ${quota.metadata.name}, requested: ${list(({ measure, asked }) => measure.format(asked))}, used: ${list(({ measure, used }) => measure.format(used))}, limited: ${list(({ hard }) => hard)}`,
  )
}
