import type { Pod } from '../../core/model/object.ts'
import { removeObject } from '../../core/remove.ts'
import { batcher, type World } from '../runtime/world.ts'

/** Milliseconds until a pod on a missing node is deleted (pkg/controller/podgc: quarantine 40 s, period 20 s). */
const quarantine = [40_000, 60_000] as const

/** Deletes pods on nodes that do not exist, which have no kubelet to terminate them. */
export function startLostPods(world: World): void {
  const { store, chance } = world.api
  const checkLater = batcher<string>(world, (node) => {
    if (store.get({ resource: 'nodes', namespace: '', name: node }) !== undefined) return
    for (const pod of (store.list('pods') as readonly Pod[]).filter(({ spec }) => spec.nodeName === node))
      removeObject(world.api, { resource: 'pods', object: pod, options: { gracePeriodSeconds: 0 } })
  })
  const checkSoon = (node: string) => checkLater(node, chance.between(...quarantine))
  store.listen(({ resource, type, object }) => {
    if (resource === 'nodes' && type === 'DELETED') checkSoon(object.metadata.name)
    if (resource !== 'pods' || type === 'DELETED') return
    const { nodeName } = (object as Pod).spec
    if (nodeName && store.get({ resource: 'nodes', namespace: '', name: nodeName }) === undefined) checkSoon(nodeName)
  })
}
