import type { KubeObject } from '../../core/model/object.ts'
import type { Place } from '../../core/model/store.ts'
import { removeObject } from '../../core/remove.ts'
import type { Owned } from '../runtime/owned.ts'
import { batcher, type World } from '../runtime/world.ts'

/** Milliseconds from a change until the collector acts. */
const delays = [5, 20] as const

/** Deletes objects whose owners are gone, and carries out propagation policies. */
export function startGarbageCollector(world: World, owned: Owned): void {
  const { store, chance } = world.api
  const collectLater = batcher<string>(world, (uid) => {
    const place = owned.places.get(uid)
    const object = place && store.get(place)
    if (object === undefined || place === undefined) return
    if (isOrphan(object, owned)) removeObject(world.api, { resource: place.resource, object })
    else propagate(world, owned, { place, object })
  })
  const soon = (uid: string) => collectLater(uid, chance.between(...delays))
  store.listen(({ resource, type, object }) => {
    if (resource === 'events') return
    const { uid, ownerReferences, deletionTimestamp } = object.metadata
    if (type === 'DELETED') for (const dependent of owned.dependents(uid)) soon(uidOf(dependent, world))
    else if (ownerReferences !== undefined && type === 'ADDED') soon(uid)
    else if (deletionTimestamp !== undefined) soon(uid)
    if (type === 'DELETED') for (const owner of ownerReferences ?? []) soon(owner.uid)
  })
}

const uidOf = (place: Place, { api }: World): string => api.store.get(place)?.metadata.uid ?? ''

const isOrphan = ({ metadata: { ownerReferences = [], deletionTimestamp } }: KubeObject, { places }: Owned): boolean =>
  deletionTimestamp === undefined && ownerReferences.length > 0 && ownerReferences.every(({ uid }) => !places.has(uid))

/** Handles the dependents, then removes the finalizer `orphan` or `foregroundDeletion` from the owner. */
function propagate(world: World, owned: Owned, { place, object }: { place: Place; object: KubeObject }): void {
  const { store } = world.api
  const { uid, finalizers = [] } = object.metadata
  const dependents = owned.dependents(uid).flatMap((at) => {
    const found = store.get(at)
    return found === undefined ? [] : [{ at, found }]
  })
  if (finalizers.includes('orphan')) {
    for (const { at, found } of dependents) store.put(at.resource, withoutOwner(found, uid))
    release(world, { place, object, finalizer: 'orphan' })
  } else if (finalizers.includes('foregroundDeletion')) {
    for (const { at, found } of dependents)
      if (found.metadata.deletionTimestamp === undefined)
        removeObject(world.api, { resource: at.resource, object: found })
    if (owned.dependents(uid).length === 0) release(world, { place, object, finalizer: 'foregroundDeletion' })
  }
}

function withoutOwner(object: KubeObject, uid: string): KubeObject {
  const { ownerReferences, ...metadata } = object.metadata
  const left = ownerReferences?.filter((owner) => owner.uid !== uid) ?? []
  return { ...object, metadata: { ...metadata, ...(left.length > 0 && { ownerReferences: left }) } }
}

function release(
  { api }: World,
  { place, object, finalizer }: { place: Place; object: KubeObject; finalizer: string },
): void {
  const finalizers = object.metadata.finalizers?.filter((each) => each !== finalizer) ?? []
  const freed = { ...object, metadata: { ...object.metadata, finalizers } }
  const isHeld = finalizers.length > 0 || (object.metadata.deletionGracePeriodSeconds ?? 0) > 0
  if (isHeld) api.store.put(place.resource, freed)
  else api.store.delete(place.resource, freed)
}
