import type { Node } from '../../api/node.ts'
import type { ObjectBody } from '../../api/object.ts'
import type { Pod } from '../../api/pod.ts'
import type { BackOffRange } from '../../back-off.ts'
import type { Collection, Delta, OnConnection } from '../../cluster/ports/collection.ts'
import { Controller } from '../../loop/controller/controller.ts'
import type { Leadership } from '../../loop/leader-election/leader-elector.ts'
import { runTasks } from '../../loop/run-tasks.ts'
import { watchPolicyOfController } from '../../loop/watch-policy.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { agent, domain, reconciler } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import type { SizeBucket } from '../desired/desired-size.ts'
import { nodeOf } from '../model/balloon.ts'
import { markOn } from '../model/cordon.ts'
import { installationOf } from '../model/installation.ts'
import type { Collections } from '../ports/cluster.ts'
import type { ReconcilerCluster } from './leader-cluster.ts'
import { leaderCluster } from './leader-cluster.ts'
import { type ReconcilerDependencies, SizeReconciler } from './size-reconciler.ts'

/** Nodes at a time: a kubelet that does not answer keeps one of them for a minute. */
const workers = 10
/** Between two looks at all nodes. */
const resyncMs = 600_000
const backOff: BackOffRange = { firstMs: 5_000, longestMs: 300_000 }

/**
 * Restores the sizes of nodes while this process leads, and then resolves: when no request is under way any more, and what
 * was not granted is reverted. Rejects with a Failure when the cluster cannot be followed.
 */
export async function runReconciler(given: ReconcilerDependencies, leadership: Leadership): Promise<void> {
  // Nothing below has another way to the cluster.
  const dependencies = { ...given, cluster: leaderCluster(given.cluster, leadership) }
  const { observer, cluster } = dependencies
  const controller = new Controller({ ...dependencies, backOff, resyncMs })
  const reconciler = new SizeReconciler(dependencies, controller)
  const synced = Promise.withResolvers<void>()
  let isSynced = false
  const news = {
    // The first resync sees what was there before.
    node: (name: string) => isSynced && controller.queue.add(name),
    all: () => controller.requestResync(),
    connection: observer.connection,
    synced: () => {
      isSynced = true
      observer.synced()
      synced.resolve()
    },
  }
  const start = (signal: AbortSignal): readonly Promise<void>[] => {
    signal.addEventListener('abort', () => synced.resolve(), { once: true })
    return [
      followAll(cluster.collections, news, signal),
      synced.promise.then(() => controller.resync(reconciler, signal)),
      synced.promise.then(() => watchReconcilerPolicy(dependencies, signal)),
      ...Array.from({ length: workers }, () => controller.work(reconciler, signal)),
    ]
  }
  try {
    await runTasks(start, leadership.signal)
  } finally {
    controller.queue.shutDown()
  }
}

/** No annotation of ours. */
const forbidden = `nodesize.${domain}/forbidden`

/**
 * Tries, again and again and as a dry run, to write what the policy of the reconciler denies, and reports whether it was
 * denied. A person who runs the reconciler is not limited by one.
 */
export async function watchReconcilerPolicy(
  { cluster, clock, observer }: ReconcilerDependencies,
  signal: AbortSignal,
): Promise<void> {
  const report = (isLimited: boolean): void => observer.limited(isLimited)
  const { access } = cluster
  await watchPolicyOfController({ access, clock, isDenied: (limits) => isDenied(cluster, limits), report }, signal)
}

/** undefined: it is not known. */
async function isDenied({ collections, nodes }: ReconcilerCluster, limits: Limits): Promise<boolean | undefined> {
  const [name] = collections.nodes.store.keys()
  if (name === undefined) return undefined
  try {
    const node = await nodes.annotate(name, { [forbidden]: 'true' }, 'server', limits)
    return node === undefined ? undefined : false
  } catch (error) {
    if (error instanceof Failure && isOurs(error.fact)) return true
    throw error
  }
}

const isOurs = ({ reason, serverMessage }: Fact & { readonly serverMessage?: unknown }): boolean =>
  reason === 'DeniedByPolicy' && String(serverMessage).includes(`'${reconciler.name}'`)

interface News {
  /** Something changed that can change the decision about this node. */
  readonly node: (name: string) => void
  /** Something changed that can change the decisions about all nodes. */
  readonly all: () => void
  readonly connection: OnConnection
}

/** Follows the collections until the signal aborts. `synced` is called once, when all of them have been read. */
async function followAll(
  {
    nodes,
    balloons,
    desiredSizes,
    daemonSets,
  }: Pick<Collections, 'nodes' | 'balloons' | 'desiredSizes' | 'daemonSets'>,
  news: News & { readonly synced: () => void },
  signal: AbortSignal,
): Promise<void> {
  const unread = new Set<Collection<never>>()
  const follow = async <T>(collection: Collection<T>, learn: (delta: Delta<T>) => void): Promise<void> => {
    unread.add(collection as Collection<never>)
    for await (const delta of collection.changes({ signal }, news.connection)) {
      if (delta.type !== 'synced') learn(delta)
      else if (unread.delete(collection as Collection<never>) && unread.size === 0) news.synced()
    }
  }
  await Promise.all([
    follow(nodes, (delta) => hasNodeChanged(delta) && 'name' in delta && news.node(delta.name)),
    follow(balloons, (delta) => {
      for (const name of nodesOfPod(delta)) news.node(name)
    }),
    follow(desiredSizes, (delta) => {
      for (const name of changedDesiredSizes(delta)) news.node(name)
    }),
    follow(daemonSets, (delta) => hasInstallationChanged(delta) && news.all()),
  ])
}

/** A node reports its state every few minutes, and most of it does not matter here. */
const hasNodeChanged = (delta: Delta<Node>): boolean =>
  delta.type !== 'modified' || stateOf(delta.before) !== stateOf(delta.object)

const stateOf = ({ uid, ready, allocatable, labels, annotations, kubeletVersion, operatingSystem }: Node): string =>
  JSON.stringify([
    ...[uid, ready, kubeletVersion, operatingSystem],
    ...[allocatable['cpu'], allocatable['memory'], annotations[agent.annotation.status]],
    markOn({ annotations }),
    Object.entries(labels).toSorted(),
  ])

/** Its status changes with every balloon. */
function hasInstallationChanged(delta: Delta<ObjectBody>): boolean {
  const installationIn = (daemonSet: ObjectBody): string => JSON.stringify(installationOf(daemonSet, ''))
  return delta.type !== 'modified' || installationIn(delta.before) !== installationIn(delta.object)
}

function nodesOfPod(delta: Delta<Pod>): ReadonlySet<string> {
  const pods = [...('before' in delta ? [delta.before] : []), ...('object' in delta ? [delta.object] : [])]
  return new Set(pods.flatMap((pod) => nodeOf(pod) ?? []))
}

function changedDesiredSizes(delta: Delta<SizeBucket>): readonly string[] {
  const before = 'before' in delta ? delta.before.desiredSizes : undefined
  const now = 'object' in delta ? delta.object.desiredSizes : undefined
  const names = new Set([...(before?.keys() ?? []), ...(now?.keys() ?? [])])
  return [...names].filter((name) => before?.get(name)?.text !== now?.get(name)?.text)
}
