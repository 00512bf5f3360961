import type { Node } from '../../api/node.ts'
import type { ObjectBody } from '../../api/object.ts'
import type { Pod } from '../../api/pod.ts'
import type { Collection, Delta, OnConnection } from '../../cluster/ports/collection.ts'
import { agent } from '../../names.ts'
import type { SizeBucket } from '../desired/desired-size.ts'
import { nodeOf } from '../model/balloon.ts'
import { markOn } from '../model/cordon.ts'
import { installationOf } from '../model/installation.ts'
import type { Collections } from '../ports/cluster.ts'

interface News {
  /** Something changed that can change the decision about this node. */
  readonly node: (name: string) => void
  /** Something changed that can change the decisions about all nodes. */
  readonly all: () => void
  readonly connection: OnConnection
}

/** Follows the collections until the signal aborts. `synced` is called once, when all of them have been read. */
export async function followAll(
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
