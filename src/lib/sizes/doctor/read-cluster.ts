import type { Node } from '../../api/node.ts'
import type { ObjectBody } from '../../api/object.ts'
import type { Pod } from '../../api/pod.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import type { Nodes } from '../../cluster/ports/nodes.ts'
import type { Struct, Value } from '../../kubelet/model/document.ts'
import { balloon } from '../../names.ts'
import { askConfigz, configurationIn } from '../../nodes/read-configz.ts'
import { effectiveRequests } from '../../pods/accounting.ts'
import { type Amounts, add, none } from '../../pods/amounts.ts'
import { hasBalloonLabel } from '../../pods/balloon-label.ts'
import type { Limits } from '../../ports/limits.ts'
import { settle, unlessRefused } from '../../ports/outcomes.ts'
import { intendedObjects } from '../install/install.ts'
import { readReconciler } from '../install/reconciler-seen.ts'
import { isBalloon, nodeOf } from '../model/balloon.ts'
import { type Installation, installationOf, type NotInstalled } from '../model/installation.ts'
import type { NodeSize } from '../model/node-size.ts'
import { sharedHosts } from '../plan/host.ts'
import type { Cluster, OpenCluster } from '../ports/cluster.ts'
import { sizeFromSum } from '../reconciler/snapshot.ts'
import { isOurs, readInstallation } from '../resize/installations.ts'
import type {
  ClusterSeen,
  KubeletSeen,
  KubeletSettings,
  NeighboursSeen,
  PodsSeen,
  Seen,
  ServerSeen,
} from './cluster-seen.ts'
import { type Neighbours, readNeighbours, readVerticalAutoscalers } from './read-neighbours.ts'
import { askRights } from './rights.ts'

export interface DoctorWorld {
  readonly cluster: Omit<OpenCluster, 'collections'>
}

/** Kubelets that are asked without being named: each takes a request. */
export const mostKubelets = 10

/** Reads what the user may read, each list once, whatever the number of nodes. `names`: nodes to ask for more. */
export async function readCluster(
  { cluster }: DoctorWorld,
  names: readonly string[],
  limits: Limits,
): Promise<ClusterSeen> {
  const { namespace } = cluster.balloons
  const [server, beside, singles, nodes, pods, balloons, buckets, reconciler, rights] = await concurrently([
    readServer(cluster, limits),
    readNeighbours(cluster, limits),
    concurrently(singleObjects(namespace).map((object) => unlessRefused(cluster.objects.read(object, limits)))),
    cluster.nodes.list({}, limits),
    unlessRefused(readPodCounts(cluster.nodes, limits)),
    unlessRefused(cluster.balloons.list(limits)),
    unlessRefused(cluster.desiredSizes.list(limits)),
    readReconciler(cluster, limits),
    askRights(cluster, limits),
  ])
  const installation =
    beside.daemonSets.failure === undefined
      ? installationIn(beside, namespace)
      : await readInstallation(cluster, limits)
  const sizes = sizesSeen({ nodes, installation }, pods, balloons)
  const asked = nodesToAsk({ nodes, sizes }, names)
  const [kubelets, verticalAutoscalers] = await concurrently([
    concurrently(asked.map((node) => readKubelet(cluster, node, limits))),
    readVerticalAutoscalers(cluster, server, limits),
  ])
  const neighbours = { ...beside, verticalAutoscalers }
  const live = {
    neighbours,
    singles: new Map(singles.map((found, i) => [keyOf(singleObjects(namespace)[i]!), found])),
    buckets,
  }
  return {
    names: new Set(nodes.map(({ name }) => name)),
    ...{ now: cluster.now(), namespace, server, neighbours, installation, nodes, sizes, kubelets },
    pods: balloons.failure === undefined ? pods : balloons,
    hosts: sharedHosts(sizes),
    objects: wantedObjects(namespace, installation, neighbours).map((wanted) => ({
      wanted,
      live: liveOf(wanted, live),
    })),
    ...{ buckets, reconciler, rights },
  }
}

async function readServer({ access }: DoctorWorld['cluster'], limits: Limits): Promise<ServerSeen> {
  const [version, resizes, groups, gates] = await concurrently([
    access.serverVersion(limits),
    access.serves('pods/resize', limits),
    access.groups(limits),
    settle(access.featureGates(limits)),
  ])
  if (gates.failure?.code === 'interrupted') throw gates.failure
  return { version, resizes, groups, gates }
}

function installationIn({ daemonSets }: Neighbours, namespace: string): Installation | NotInstalled {
  const all = (daemonSets.value ?? []).filter(({ metadata }) => metadata.name === balloon.daemonSet)
  const own = all.find(({ metadata }) => metadata.namespace === namespace)
  const elsewhere = all.filter(isOurs).map(({ metadata }) => metadata.namespace ?? '')
  return (own && installationOf(own, namespace)) ?? { namespace, elsewhere }
}

/** Those that are in no list that is read anyway. */
const listed = ['Namespace', 'PriorityClass', 'ConfigMap', 'DaemonSet']
const singleObjects = (namespace: string): readonly ObjectBody[] =>
  intendedObjects(namespace, undefined, undefined).filter(({ kind }) => !listed.includes(kind))

const wantedObjects = (
  namespace: string,
  installation: Installation | NotInstalled,
  neighbours: NeighboursSeen,
): readonly ObjectBody[] =>
  intendedObjects(namespace, 'daemonSetUid' in installation ? installation : undefined, neighbours.namespace.value)

const keyOf = ({ kind, metadata }: ObjectBody): string => `${kind}/${metadata.name}`

type Objects = Seen<readonly ObjectBody[]>

interface Live extends Pick<ClusterSeen, 'neighbours' | 'buckets'> {
  readonly singles: ReadonlyMap<string, Seen<ObjectBody | undefined>>
}

/** The ConfigMaps with sizes are as they are to be if they exist. */
function liveOf(wanted: ObjectBody, { neighbours, buckets, singles }: Live): Seen<ObjectBody | undefined> {
  const { name, namespace } = wanted.metadata
  const find = ({ value, failure }: Objects): Seen<ObjectBody | undefined> =>
    failure === undefined
      ? { value: value.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace) }
      : { failure }
  switch (wanted.kind) {
    case 'Namespace':
      return neighbours.namespace
    case 'PriorityClass':
      return find(neighbours.priorityClasses)
    case 'DaemonSet':
      return find(neighbours.daemonSets)
    case 'ConfigMap':
      if (buckets.failure !== undefined) return buckets
      return { value: buckets.value.some((bucket) => bucket.name === name) ? wanted : undefined }
    default:
      return singles.get(keyOf(wanted)) ?? { value: undefined }
  }
}

type Sized = Pick<ClusterSeen, 'nodes' | 'installation'>

/** A size without the pods of its node would be a guess. */
function sizesSeen(cluster: Sized, pods: Seen<PodsCounted>, balloons: Seen<{ readonly pods: readonly Pod[] }>) {
  const isSeen = pods.failure === undefined && balloons.failure === undefined
  return isSeen ? sizesOf({ ...cluster, pods: pods.value }, balloons.value.pods) : []
}

/** Pods with the label of balloons that are none count as requested, as everywhere. */
function sizesOf(
  { nodes, installation, pods }: Sized & { readonly pods: PodsCounted },
  balloons: readonly Pod[],
): readonly NodeSize[] {
  const requested = new Map(pods.requested)
  const isOurBalloon = (pod: Pod): boolean => 'daemonSetUid' in installation && isBalloon(pod, installation)
  for (const pod of pods.labelled.filter((one) => !isOurBalloon(one))) {
    const node = pod.spec.nodeName ?? ''
    requested.set(node, add(requested.get(node) ?? none, effectiveRequests(pod)))
  }
  const byNode = Map.groupBy(balloons, (pod) => nodeOf(pod) ?? '')
  return nodes.map((node) => sizeFromSum({ installation, node }, byNode.get(node.name) ?? [], requested.get(node.name)))
}

/** Those that were named, or all that have a balloon if they are few. */
function nodesToAsk({ nodes, sizes }: Pick<ClusterSeen, 'nodes' | 'sizes'>, names: readonly string[]): readonly Node[] {
  if (names.length > 0) return nodes.filter(({ name }) => names.includes(name))
  const managed = sizes.filter(({ state }) => state !== 'NotManaged').map(({ node }) => node)
  return managed.length > mostKubelets ? [] : managed
}

/** Asks the kubelet of a node for its configuration. */
async function readKubelet(cluster: Cluster, node: Node, limits: Limits): Promise<KubeletSeen> {
  const found = await configurationIn(node, await askConfigz(cluster, node.name, limits))
  return { node, settings: found.failure === undefined ? { value: settingsOf(found.value) } : found }
}

/** A kubelet reports all fields, defaults filled in. */
function settingsOf(configuration: Struct): KubeletSettings {
  const field = (name: string): Value | undefined => configuration.fields.get(name)
  const swap = field('memorySwap')
  const gates = field('featureGates')
  const failCgroupV1 = field('failCgroupV1')
  return {
    cpuManager: textOf(field('cpuManagerPolicy')),
    memoryManager: textOf(field('memoryManagerPolicy')),
    swapBehavior: swap?.type === 'struct' ? textOf(swap.fields.get('swapBehavior')) : '',
    failCgroupV1: failCgroupV1?.type === 'bool' ? failCgroupV1.value : undefined,
    gates: new Map(
      gates?.type === 'map'
        ? [...gates.entries].map(([name, on]) => [name, on.type === 'bool' && on.value] as const)
        : [],
    ),
  }
}

const textOf = (value: Value | undefined): string => (value?.type === 'string' ? value.value : '')

interface Sum {
  readonly requested: Map<string, Amounts>
  readonly labelled: Pod[]
  readonly byPriority: Map<string, { readonly name: string; readonly value: number; pods: number }>
}

/** The requests of pods without the label of balloons, by node, too. */
interface PodsCounted extends PodsSeen {
  readonly requested: ReadonlyMap<string, Amounts>
}

/** One pass over all pods, which keeps only those with the label of balloons. */
async function readPodCounts(nodes: Pick<Nodes, 'foldPods'>, limits: Limits): Promise<PodsCounted> {
  const begin = (): Sum => ({ requested: new Map(), labelled: [], byPriority: new Map() })
  const { requested, labelled, byPriority } = await nodes.foldPods(begin, count, limits)
  return { requested, labelled, byPriority: [...byPriority.values()] }
}

function count({ requested, labelled, byPriority }: Sum, pod: Pod): void {
  const { nodeName = '', priority, priorityClassName = '' } = pod.spec
  if (hasBalloonLabel(pod)) labelled.push(pod)
  else requested.set(nodeName, add(requested.get(nodeName) ?? none, effectiveRequests(pod)))
  if (priority === undefined) return
  const key = `${priorityClassName} ${priority}`
  const seen = byPriority.get(key) ?? { name: priorityClassName, value: priority, pods: 0 }
  seen.pods += 1
  byPriority.set(key, seen)
}
