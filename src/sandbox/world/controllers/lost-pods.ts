import type { Pod } from '../../core/model/object.ts'
import { removeObject } from '../../core/remove.ts'
import { batcher, type World } from '../runtime/world.ts'

/** Milliseconds until a pod whose node is gone is deleted (pkg/controller/podgc: a quarantine of 40 s, a round of 20 s). */
const quarantine = [40_000, 60_000] as const

/** Deletes pods whose node does not exist: there is no kubelet to wind them up. */
export function startLostPods(world: World): void {
  const { store, chance } = world.api
  const checkLater = batcher<string>(world, (node) => {
    if (store.get({ resource: 'nodes', namespace: '', name: node }) !== undefined) return
    for (const pod of (store.list('pods') as readonly Pod[]).filter(({ spec }) => spec.nodeName === node))
      removeObject(world.api, { resource: 'pods', object: pod, options: { gracePeriodSeconds: 0 } })
  })
  const suspect = (node: string) => checkLater(node, chance.between(...quarantine))
  store.listen(({ resource, type, object }) => {
    if (resource === 'nodes' && type === 'DELETED') suspect(object.metadata.name)
    if (resource !== 'pods' || type === 'DELETED') return
    const { nodeName } = (object as Pod).spec
    if (nodeName && store.get({ resource: 'nodes', namespace: '', name: nodeName }) === undefined) suspect(nodeName)
  })
}
