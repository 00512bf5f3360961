import type { DaemonSet, Node, Pod } from '../../core/model/object.ts'
import { Refusal } from '../../core/model/refusal.ts'
import type { Place } from '../../core/model/store.ts'
import { removeObject } from '../../core/remove.ts'
import { record } from '../runtime/events.ts'
import { tryCreate } from '../runtime/internal-call.ts'
import type { Owned } from '../runtime/owned.ts'
import { isFinished } from '../runtime/phases.ts'
import { batcher, type World } from '../runtime/world.ts'
import { needsPod, placeOfPod, podFor } from './desired.ts'
import { hashOf, storeRevision, templateHash } from './revision.ts'
import { setStatus } from './status.ts'

/** Milliseconds from a change until the controller acts, and until it retries a refused pod. */
const delays = { look: [5, 15], again: 5000 } as const
const author = { name: 'system:serviceaccount:kube-system:daemon-set-controller', agent: 'kube-controller-manager' }

type Sync = (place: string) => void

/** Keeps one pod of each DaemonSet on each node that needs one. */
export function startDaemonSets(world: World, owned: Owned): void {
  const { store, chance } = world.api
  const sync: Sync = (key) => {
    const [namespace = '', name = ''] = key.split('/')
    const set = store.get({ resource: 'daemonsets', namespace, name }) as DaemonSet | undefined
    if (set === undefined || set.metadata.deletionTimestamp !== undefined) return
    if (reconcile(world, owned, set) === 'refused') world.queue.after(delays.again, () => syncLater(key, 0))
  }
  const syncLater = batcher(world, sync)
  const soon = (key: string) => syncLater(key, chance.between(...delays.look))
  store.listen(({ resource, object }) => {
    if (resource === 'daemonsets') soon(`${object.metadata.namespace}/${object.metadata.name}`)
    if (resource === 'nodes')
      for (const { metadata } of store.list('daemonsets')) soon(`${metadata.namespace}/${metadata.name}`)
    if (resource !== 'pods') return
    const owner = object.metadata.ownerReferences?.find(({ kind }) => kind === 'DaemonSet')
    if (owner !== undefined) soon(`${object.metadata.namespace}/${owner.name}`)
  })
}

function reconcile(world: World, owned: Owned, set: DaemonSet): 'refused' | 'done' {
  const { store } = world.api
  const hash = templateHash(set)
  storeRevision(world, set, hash)
  const wanted = new Set((store.list('nodes') as readonly Node[]).filter((node) => needsPod(set, node)).map(nameOf))
  const byNode = podsByNode(owned.dependents(set.metadata.uid), world)
  const missing = [...wanted].filter((node) => !byNode.has(node))
  const discarded = surplus(byNode, wanted)
  for (const pod of discarded) discard(world, pod)
  if (discarded.length === 0 && set.spec.updateStrategy?.type !== 'OnDelete') replaceOne(world, byNode, hash)
  const refused = missing.filter((node) => makePod(world, { set, node, hash }) === 'refused')
  setStatus(world, set, { byNode, wanted, hash })
  return refused.length > 0 ? 'refused' : 'done'
}

const nameOf = ({ metadata }: Node): string => metadata.name

function podsByNode(places: readonly Place[], { api }: World): Map<string, Pod[]> {
  const found = new Map<string, Pod[]>()
  for (const place of places) {
    const pod = place.resource === 'pods' ? (api.store.get(place) as Pod | undefined) : undefined
    if (pod !== undefined) found.set(placeOfPod(pod), [...(found.get(placeOfPod(pod)) ?? []), pod])
  }
  return found
}

/** Pods to delete: on nodes that need none, all but the first on a node with several, and finished ones. */
function surplus(byNode: ReadonlyMap<string, readonly Pod[]>, wanted: ReadonlySet<string>): Pod[] {
  return [...byNode].flatMap(([node, pods]) => {
    const unfinished = pods.filter((pod) => !isFinished(pod))
    const kept = wanted.has(node) ? unfinished.slice(0, 1) : []
    return pods.filter((pod) => !kept.includes(pod) && pod.metadata.deletionTimestamp === undefined)
  })
}

const discard = ({ api }: World, pod: Pod): void => {
  removeObject(api, { resource: 'pods', object: pod })
}

/** RollingUpdate with maxUnavailable 1: deletes an outdated pod once all pods are running. */
function replaceOne(world: World, byNode: ReadonlyMap<string, readonly Pod[]>, hash: string): void {
  const pods = [...byNode.values()].flat()
  if (pods.some(({ metadata, status }) => metadata.deletionTimestamp !== undefined || status?.phase !== 'Running'))
    return
  const old = pods.find((pod) => hashOf(pod) !== hash)
  if (old !== undefined) discard(world, old)
}

function makePod(
  world: World,
  { set, node, hash }: { set: DaemonSet; node: string; hash: string },
): 'refused' | 'done' {
  const made = tryCreate(world, author, { resource: 'pods', object: podFor(set, node, hash) })
  if (!(made instanceof Refusal)) return 'done'
  const message = `Error creating: ${made.message}`
  record(world, { about: set, type: 'Warning', reason: 'FailedCreate', message, component: 'daemonset-controller' })
  return 'refused'
}
