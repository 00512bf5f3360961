import type { World } from '../runtime/world.ts'

/** The API server deletes an event an hour after its last write (--event-ttl). */
const lifetimeMs = 3_600_000

/** Deletes expired events. */
export function startEventExpiry({ api: { store }, queue }: World): void {
  store.listen(({ resource, type, object }) => {
    if (resource !== 'events' || type === 'DELETED') return
    const { name, namespace = '', resourceVersion } = object.metadata
    queue.after(lifetimeMs, () => {
      const found = store.get({ resource, namespace, name })
      if (found?.metadata.resourceVersion === resourceVersion) store.delete(resource, found)
    })
  })
}
