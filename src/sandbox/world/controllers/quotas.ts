import { countedPods, measures } from '../../core/admission/quota-usage.ts'
import { type ResourceQuota, sameJson } from '../../core/model/object.ts'
import { batcher, type World } from '../runtime/world.ts'

/** Milliseconds from a change until usage is counted again. */
const delays = [20, 60] as const

/** Updates the status of quotas. Admission counts independently of it. */
export function startQuotas(world: World): void {
  const { store, chance } = world.api
  const countLater = batcher<string>(world, (namespace) => {
    for (const quota of store.list('resourcequotas', namespace) as readonly ResourceQuota[]) count(world, quota)
  })
  store.listen(({ resource, object: { metadata } }) => {
    if (resource !== 'pods' && resource !== 'resourcequotas') return
    if (store.count('resourcequotas') > 0) countLater(metadata.namespace ?? '', chance.between(...delays))
  })
}

function count({ api }: World, quota: ResourceQuota): void {
  const { hard = {} } = quota.spec ?? {}
  const pods = countedPods(api, quota)
  const used = Object.fromEntries(
    Object.keys(hard).map((key) => {
      const measure = measures[key]!
      return [key, measure.format(pods.reduce((sum, pod) => sum + measure.of(pod, api.release), 0n))]
    }),
  )
  if (!sameJson(quota.status, { hard, used }))
    api.store.put('resourcequotas', { ...quota, status: { hard, used } } as ResourceQuota)
}
