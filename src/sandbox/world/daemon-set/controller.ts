import type { DaemonSet, Node, Pod, PodSpec } from '../../core/model/object.ts'
import { sameJson } from '../../core/model/object.ts'
import { Refusal } from '../../core/model/refusal.ts'
import type { Place } from '../../core/model/store.ts'
import { removeObject } from '../../core/remove.ts'
import { templateGeneration } from '../../core/resources/daemon-sets.ts'
import { conditionOf } from '../runtime/conditions.ts'
import { record } from '../runtime/events.ts'
import { tryCreate } from '../runtime/internal-call.ts'
import type { Owned } from '../runtime/owned.ts'
import { isFinished } from '../runtime/phases.ts'
import { batcher, type World } from '../runtime/world.ts'
import { hardTaints, matchesNode, toleratesAll } from '../scheduler/fit.ts'
import { hashOf, storeRevision, templateHash } from './revision.ts'

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

/** Taints that every pod of a DaemonSet tolerates (pkg/controller/daemon/util). */
const commonTolerations = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
]

/** Whether the DaemonSet needs a pod on this node. Free capacity does not matter: the scheduler checks it. */
function needsPod({ spec }: DaemonSet, node: Node): boolean {
  const template = spec.template.spec as PodSpec
  const tolerant = { ...template, tolerations: [...(template.tolerations ?? []), ...commonTolerations] }
  const taints = hardTaints(node).filter(({ key }) => key !== 'node.kubernetes.io/unreachable')
  return matchesNode(template, node) && toleratesAll(tolerant, taints)
}

/** The pod of a DaemonSet for one node, not yet bound. */
function podFor(set: DaemonSet, node: string, hash: string) {
  const { template } = set.spec
  const { name, namespace = '', uid } = set.metadata
  const spec = template.spec as PodSpec
  return {
    metadata: {
      ...template.metadata,
      generateName: `${name}-`,
      namespace,
      labels: {
        ...template.metadata?.labels,
        'controller-revision-hash': hash,
        'pod-template-generation': String(templateGeneration(set)),
      },
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'DaemonSet', name, uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: {
      ...spec,
      affinity: { ...spec.affinity, nodeAffinity: onlyOn(node, spec) },
      tolerations: [...(spec.tolerations ?? []), ...commonTolerations],
    },
  }
}

function onlyOn(node: string, { affinity }: PodSpec) {
  const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }]
  return { ...affinity?.nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } }
}

/** The node of a DaemonSet pod: the one it is bound to, or else the one it is meant for. */
const placeOfPod = ({ spec }: Pod): string =>
  spec.nodeName ||
  (spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms[0]?.matchFields?.[0]
    ?.values?.[0] ??
    '')

interface Seen {
  readonly byNode: ReadonlyMap<string, readonly Pod[]>
  /** Nodes that need a pod. */
  readonly wanted: ReadonlySet<string>
  readonly hash: string
}

const isReady = (pod: Pod): boolean => conditionOf(pod, 'Ready')?.status === 'True'

/** Updates the counts. A resized pod counts as up to date, because only the hash label is compared. */
function setStatus({ api }: World, set: DaemonSet, { byNode, wanted, hash }: Seen): void {
  const count = (test: (pods: readonly Pod[]) => boolean): number =>
    [...wanted].filter((node) => test(byNode.get(node) ?? [])).length
  const current = count((pods) => pods.length > 0)
  const ready = count((pods) => pods.some(isReady))
  const status = {
    currentNumberScheduled: current,
    numberMisscheduled: [...byNode.keys()].filter((node) => !wanted.has(node)).length,
    desiredNumberScheduled: wanted.size,
    numberReady: ready,
    observedGeneration: set.metadata.generation ?? 1,
    updatedNumberScheduled: count((pods) => pods.some((pod) => hashOf(pod) === hash)),
    numberAvailable: ready,
    ...(wanted.size > ready && { numberUnavailable: wanted.size - ready }),
  }
  const { namespace = '', name } = set.metadata
  const latest = api.store.get({ resource: 'daemonsets', namespace, name }) as DaemonSet | undefined
  if (latest === undefined || sameJson(latest.status, status)) return
  api.store.put('daemonsets', { ...latest, status } as DaemonSet)
}
