import { measures, scopes } from '../admission/quota-usage.ts'
import type { LimitRange, LimitRangeItem, ResourceQuota } from '../model/object.ts'
import { canonicalList } from '../model/quantities.ts'
import { notImplemented } from '../model/refusal.ts'
import type { Strategy } from '../model/strategy.ts'

/** Refuses keys and scopes that the sandbox cannot count, because such a quota would have no effect. */
export const resourceQuotaStrategy: Partial<Strategy> = {
  defaults(object) {
    const quota = object as ResourceQuota
    const hard = canonicalList(quota.spec?.hard)
    for (const key of Object.keys(hard ?? {}))
      if (!Object.hasOwn(measures, key)) throw notImplemented(`quotas on ${key}`)
    const selected = quota.spec?.scopeSelector?.matchExpressions?.map(({ scopeName }) => scopeName) ?? []
    for (const scope of [...(quota.spec?.scopes ?? []), ...selected])
      if (scope !== 'PriorityClass' && !Object.hasOwn(scopes, scope)) throw notImplemented(`quotas of scope ${scope}`)
    return { ...quota, spec: { ...quota.spec, ...(hard && { hard }) } } as ResourceQuota
  },
  initialize: (object) => ({ ...object, status: {} }) as ResourceQuota,
}

const amounts = ['default', 'defaultRequest', 'max', 'min'] as const

/** `max` defaults the default limit, which defaults the default request (pkg/apis/core/v1/defaults.go). */
export const limitRangeStrategy: Partial<Strategy> = {
  defaults(object) {
    const range = object as LimitRange
    return { ...range, spec: { ...range.spec, limits: (range.spec?.limits ?? []).map(itemDefaults) } } as LimitRange
  },
}

function itemDefaults(item: LimitRangeItem): LimitRangeItem {
  if (item.type !== 'Container' && item.type !== 'Pod') throw notImplemented(`limits of type ${item.type}`)
  if (item.maxLimitRequestRatio !== undefined) throw notImplemented('maxLimitRequestRatio')
  const canonicalAmounts = Object.fromEntries(
    amounts.flatMap((field) => (item[field] ? [[field, canonicalList(item[field])]] : [])),
  )
  const exact: LimitRangeItem = { ...item, ...canonicalAmounts }
  if (item.type === 'Pod') return exact
  const limit = { ...exact.max, ...exact.default }
  const request = { ...exact.min, ...limit, ...exact.defaultRequest }
  return {
    ...exact,
    ...(Object.keys(limit).length > 0 && { default: limit }),
    ...(Object.keys(request).length > 0 && { defaultRequest: request }),
  }
}
