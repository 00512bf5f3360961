import type { ObjectBody } from '../../api/object.ts'
import { amountsOf, floor } from '../../pods/amounts.ts'
import {
  type LimitFact,
  LimitRangeAddsLimits,
  LimitRangeDemandsLimits,
  LimitRangeDemandsMore,
} from './size-messages.ts'

interface Item {
  readonly type: string
  readonly default?: object
  readonly max?: object
  readonly min?: Readonly<Record<string, string>>
  readonly maxLimitRequestRatio?: object
}

/** Why balloons cannot run with a LimitRange. Its defaults apply to resizes as well. */
export function harmOfLimitRange({ metadata, spec }: ObjectBody): LimitFact | undefined {
  const { limits = [] } = (spec ?? {}) as { limits?: readonly Item[] }
  const harms = limits.filter(({ type }) => type === 'Container' || type === 'Pod').map(harmOf)
  const harm = harms.find((found) => found !== undefined)
  const { name, namespace } = metadata
  return harm?.({ subject: { kind: 'LimitRange', name, namespace } })
}

function harmOf(item: Item) {
  if (item.default !== undefined || item.max !== undefined) return LimitRangeAddsLimits
  if (item.maxLimitRequestRatio !== undefined) return LimitRangeDemandsLimits
  const least = amountsOf(item.min)
  return least.cpu > floor.cpu || least.memory > floor.memory ? LimitRangeDemandsMore : undefined
}
