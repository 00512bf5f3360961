import type { WatchEvent } from '../../../src/sandbox/interface/request.ts'
import type { Body, Talk } from '../talk.ts'

/** A client that lists a collection once and then keeps its copy by watching. */
export interface Follower {
  /** The copy, by uid. */
  readonly copy: ReadonlyMap<string, Body>
  /** What should not be, of the events since the last call, and where the copy is not what a list shows. */
  complaints(): string[]
  /** Goes on from where it is with a new watch; with a new list when the server has forgotten what came after. */
  reconnect(): void
}

type Watch = ReturnType<Talk['watch']>

const versionsOf = (items: Iterable<Body>): string =>
  [...items]
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name} ${metadata.resourceVersion}`)
    .sort()
    .join()

/** A change of the spec counts; that a scheduler binds a pod does not. */
function leastGeneration(before: Body, object: Body): number {
  const generation = before?.metadata.generation
  if (generation === undefined) return 0
  const contentOf = ({ spec: { nodeName: _node, ...content } }: Body) => JSON.stringify(content)
  return before.spec === object.spec || contentOf(before) === contentOf(object) ? generation : generation + 1
}

export function follow(talk: Talk, path: string, query: Readonly<Record<string, string>> = {}): Follower {
  const copy = new Map<string, Body>()
  let last = 0
  let watch: Watch

  const isCopied = ({ metadata: { uid, resourceVersion } }: Body): boolean =>
    copy.get(uid)?.metadata.resourceVersion === resourceVersion
  const listed = (): Body => talk.must('GET', path, { query })
  const connect = (): Watch => talk.watch(path, { ...query, resourceVersion: String(last), timeoutSeconds: '999999' })
  const relist = (): void => {
    const { metadata, items } = listed()
    last = Number(metadata.resourceVersion)
    copy.clear()
    for (const item of items) copy.set(item.metadata.uid, item)
    watch = connect()
  }

  const take = ({ type, object }: WatchEvent): string[] => {
    const { metadata, status } = object as Body
    const { uid, resourceVersion, generation = 0 } = metadata
    const before = copy.get(uid)
    const complaints = [
      ...(Number(resourceVersion) > last ? [] : [`resourceVersion ${resourceVersion} after ${last}`]),
      ...((type === 'ADDED') === (before === undefined) ? [] : [`${type} of ${metadata.name}`]),
      ...(generation >= leastGeneration(before, object) ? [] : [`generation ${generation} of ${metadata.name}`]),
      ...((status?.observedGeneration ?? 0) <= generation ? [] : [`${metadata.name} is seen before it is written`]),
    ]
    last = Number(resourceVersion)
    if (type === 'DELETED') copy.delete(uid)
    else copy.set(uid, object)
    return complaints
  }

  relist()
  return {
    copy,
    complaints() {
      const wrong = watch.events.splice(0).flatMap(take)
      const items: readonly Body[] = listed().items
      if (items.length === copy.size && items.every(isCopied)) return wrong
      const [watched, shown] = [versionsOf(copy.values()), versionsOf(items)]
      return [...wrong, `${path} is watched as ${watched} and listed as ${shown}`]
    },
    reconnect() {
      watch.stop()
      watch = connect()
      if (watch.events[0]?.type === 'ERROR') relist()
    },
  }
}
