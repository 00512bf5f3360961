import { kinds } from '../../core/model/kinds.ts'
import type { Change, Place } from '../../core/model/store.ts'
import type { World } from './world.ts'

/** Objects and their dependents, by uid. */
export interface Owned {
  readonly places: ReadonlyMap<string, Place>
  dependents(uid: string): readonly Place[]
}

/** Maintains an index of owner references. */
export function indexOwners({ api: { store } }: World): Owned {
  const places = new Map<string, Place>()
  const dependents = new Map<string, Map<string, Place>>()
  const note = ({ resource, type, object }: Pick<Change, 'resource' | 'type' | 'object'>) => {
    const { uid, name, namespace = '', ownerReferences = [] } = object.metadata
    const place = { resource, namespace, name }
    if (type === 'DELETED') places.delete(uid)
    else places.set(uid, place)
    for (const owner of ownerReferences) {
      const own = dependents.get(owner.uid) ?? new Map<string, Place>()
      dependents.set(owner.uid, own)
      if (type === 'DELETED') own.delete(uid)
      else own.set(uid, place)
      if (own.size === 0) dependents.delete(owner.uid)
    }
  }
  for (const { resource } of kinds) for (const object of store.list(resource)) note({ resource, type: 'ADDED', object })
  store.listen((change) => change.resource !== 'events' && note(change))
  return { places, dependents: (uid) => [...(dependents.get(uid)?.values() ?? [])] }
}
