import { kinds } from '../../core/model/kinds.ts'
import { removeObject } from '../../core/remove.ts'
import { batcher, type World } from '../runtime/world.ts'

/** Milliseconds between checks of a namespace that is being emptied. */
const delays = [10, 30] as const

/** Empties namespaces that are marked for deletion, then deletes them. */
export function startNamespaces(world: World): void {
  const { store, chance } = world.api
  const emptyLater = batcher<string>(world, (name) => {
    const namespace = store.get({ resource: 'namespaces', namespace: '', name })
    if (namespace?.metadata.deletionTimestamp === undefined) return
    const left = kinds
      .filter(({ namespaced }) => namespaced)
      .flatMap(({ resource }) => remaining(world, resource, name))
    if (left.length === 0 && (namespace.metadata.finalizers ?? []).length === 0) store.delete('namespaces', namespace)
  })
  const soon = (name: string) => emptyLater(name, chance.between(...delays))
  store.listen(({ resource, type, object }) => {
    if (resource === 'namespaces' && object.metadata.deletionTimestamp !== undefined) soon(object.metadata.name)
    else if (type === 'DELETED' && object.metadata.namespace !== undefined) soon(object.metadata.namespace)
  })
}

/** Deletes all objects of one kind; those with finalizers or a grace period remain for now. */
function remaining({ api }: World, resource: string, namespace: string) {
  for (const object of api.store.list(resource, namespace))
    if (object.metadata.deletionTimestamp === undefined) removeObject(api, { resource, object })
  return api.store.list(resource, namespace)
}
