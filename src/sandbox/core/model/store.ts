import type { KubeObject } from './object.ts'

export interface Change {
  readonly revision: number
  readonly resource: string
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** The object after the change; for DELETED, its last state, with the resourceVersion of the deletion. */
  readonly object: KubeObject
  readonly previous: KubeObject | undefined
}

/** Resource, namespace and name of an object; `namespace` is empty for cluster-scoped objects. */
export interface Place {
  readonly resource: string
  readonly namespace: string
  readonly name: string
}

/**
 * Minimum number of changes kept for each resource, with the object before and after each: all that is held of the past, so that
 * memory does not grow with the number of changes. Kept per resource, so that heartbeats displace only heartbeats.
 */
const remembered = 1_000
/** So many more before the oldest are dropped. */
const surplus = remembered / 10

interface Shelf {
  objects: Map<string, KubeObject>
  /** Undefined until first needed; then kept up to date. */
  sorted: string[] | undefined
  history: Change[]
  /** Changes up to this revision have been dropped. */
  forgotten: number
}

/** All objects as they were at a revision. */
export interface Backup {
  readonly revision: number
  readonly shelves: ReadonlyMap<string, ReadonlyMap<string, KubeObject>>
}

interface Listener {
  readonly onChange: (change: Change) => void
  readonly onRestore: () => void
}

const keyOf = (namespace: string, name: string): string => `${namespace}/${name}`
export const keyOfObject = ({ metadata }: KubeObject): string => keyOf(metadata.namespace ?? '', metadata.name)

/** All objects, and the latest changes to them. */
export class Store {
  readonly #shelves = new Map<string, Shelf>()
  readonly #listeners = new Set<Listener>()
  #revision = 0
  #compacted = 0

  /** Revision of the last change. */
  revision(): number {
    return this.#revision
  }

  get({ resource, namespace, name }: Place): KubeObject | undefined {
    return this.at(resource, keyOf(namespace, name))
  }

  /** Namespace and name of all objects of a resource, in the API server's order. Valid until the next write. */
  keys(resource: string): readonly string[] {
    const shelf = this.#shelf(resource)
    shelf.sorted ??= [...shelf.objects.keys()].sort()
    return shelf.sorted
  }

  at(resource: string, key: string): KubeObject | undefined {
    return this.#shelf(resource).objects.get(key)
  }

  /** Objects in the order of their keys; without a namespace, those of all namespaces. */
  list(resource: string, namespace?: string): readonly KubeObject[] {
    const { objects } = this.#shelf(resource)
    return inNamespace(this.keys(resource), namespace).map((key) => objects.get(key)!)
  }

  count(resource: string): number {
    return this.#shelf(resource).objects.size
  }

  /** Adds or replaces an object; returns it with its new resourceVersion. */
  put(resource: string, object: KubeObject): KubeObject {
    const shelf = this.#shelf(resource)
    const previous = shelf.objects.get(keyOfObject(object))
    const stamped = this.#stamp(object)
    shelf.objects.set(keyOfObject(object), stamped)
    if (previous === undefined) splice(shelf.sorted, keyOfObject(object), 'in')
    return this.#record(resource, { type: previous ? 'MODIFIED' : 'ADDED', object: stamped, previous })
  }

  delete(resource: string, object: KubeObject): KubeObject {
    const shelf = this.#shelf(resource)
    const previous = shelf.objects.get(keyOfObject(object))
    const stamped = this.#stamp(object)
    if (shelf.objects.delete(keyOfObject(object))) splice(shelf.sorted, keyOfObject(object), 'out')
    return this.#record(resource, { type: 'DELETED', object: stamped, previous })
  }

  /** Changes to one resource after a revision, oldest first; undefined when some of them have been dropped. */
  changesSince(resource: string, since: number): readonly Change[] | undefined {
    const { history, forgotten } = this.#shelf(resource)
    return since < forgotten ? undefined : history.filter(({ revision }) => revision > since)
  }

  /** Drops all changes so far. */
  compact(): void {
    this.#compacted = this.#revision
    for (const shelf of this.#shelves.values()) Object.assign(shelf, { history: [], forgotten: this.#compacted })
  }

  /**
   * Calls `onChange` after each change, until the returned function is called. Listeners must not write. When the store is
   * restored, `onRestore` is called first, and then `onChange` with what that changes.
   */
  listen(onChange: (change: Change) => void, onRestore = () => {}): () => void {
    const listener = { onChange, onRestore }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  backup(): Backup {
    const shelves = [...this.#shelves].map(([resource, { objects }]) => [resource, new Map(objects)] as const)
    return { revision: this.#revision, shelves: new Map(shelves) }
  }

  /** As etcd from a backup: objects and revision are those of then, and no earlier change is known. */
  restore({ revision, shelves }: Backup): void {
    const changes: Change[] = []
    for (const resource of new Set([...this.#shelves.keys(), ...shelves.keys()])) {
      const shelf = this.#shelf(resource)
      const objects = new Map(shelves.get(resource))
      for (const [key, previous] of shelf.objects)
        if (!objects.has(key)) changes.push({ revision, resource, type: 'DELETED', object: previous, previous })
      for (const [key, object] of objects) {
        const previous = shelf.objects.get(key)
        if (previous !== object)
          changes.push({ revision, resource, type: previous ? 'MODIFIED' : 'ADDED', object, previous })
      }
      Object.assign(shelf, { objects, sorted: undefined })
    }
    this.#revision = revision
    this.compact()
    for (const { onRestore } of [...this.#listeners]) onRestore()
    for (const change of changes) this.#tell(change)
  }

  #tell(change: Change): void {
    for (const { onChange } of [...this.#listeners]) onChange(change)
  }

  #shelf(resource: string): Shelf {
    const found = this.#shelves.get(resource)
    if (found !== undefined) return found
    const shelf: Shelf = { objects: new Map(), sorted: undefined, history: [], forgotten: this.#compacted }
    this.#shelves.set(resource, shelf)
    return shelf
  }

  #stamp(object: KubeObject): KubeObject {
    this.#revision++
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#revision) } }
  }

  #record(resource: string, change: Pick<Change, 'type' | 'object' | 'previous'>): KubeObject {
    const complete = { revision: this.#revision, resource, ...change }
    const shelf = this.#shelf(resource)
    shelf.history.push(complete)
    if (shelf.history.length >= remembered + surplus) {
      shelf.history = shelf.history.slice(-remembered)
      shelf.forgotten = shelf.history[0]!.revision - 1
    }
    this.#tell(complete)
    return change.object
  }
}

function splice(sorted: string[] | undefined, key: string, way: 'in' | 'out'): void {
  if (sorted === undefined) return
  if (way === 'in') sorted.splice(firstFrom(sorted, key), 0, key)
  else sorted.splice(firstFrom(sorted, key), 1)
}

/** The keys of one namespace, or all keys. `0` is the character after `/`. */
export const inNamespace = (keys: readonly string[], namespace: string | undefined): readonly string[] =>
  namespace === undefined ? keys : keys.slice(firstFrom(keys, `${namespace}/`), firstFrom(keys, `${namespace}0`))

/** Index of the first key that is equal to or after this one. */
export function firstFrom(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}
