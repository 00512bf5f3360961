import type { Node } from '../../api/node.ts'
import type { ObjectBody } from '../../api/object.ts'
import type { Pod } from '../../api/pod.ts'
import { bursts, type Following, following, type News, type RowEvent, unlessForbidden } from '../../cluster/follow.ts'
import type { Delta } from '../../cluster/ports/collection.ts'
import type { Fact } from '../../message/fact.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import type { SizeBucket } from '../desired/desired-size.ts'
import { bucketOf, nodesChanged } from '../desired/size-bucket.ts'
import { nodeOf } from '../model/balloon.ts'
import { type Installation, installationOf, type NotInstalled } from '../model/installation.ts'
import { measure } from '../model/node-size.ts'
import type { OpenCluster } from '../ports/cluster.ts'
import { visibleElsewhere } from '../resize/installations.ts'
import { nodesNotFound, warningsOn } from '../resize/survey.ts'
import { UsageFollower } from './follow-usage.ts'
import type { ListedSize } from './list-sizes.ts'

interface World {
  readonly cluster: OpenCluster
  readonly clock: Clock
}

type Change<T> = Exclude<Delta<T>, { type: 'synced' }>

export interface Watched {
  readonly selection: NodeSelection
  /** Whether the sizes that nodes are to keep are followed, too; without the right to it, they are not known. */
  readonly desiredSizes?: boolean
  /** Whether usage is read, again and again: the metrics API has no watch. */
  readonly usage?: boolean
}

/**
 * The sizes of nodes, then each change of them. Every collection is listed once and has one watch. Throws Failure
 * 'invalid' when a node of the selection does not exist at the beginning; later it may come and go.
 */
export async function* watchSizes(
  { cluster, clock }: World,
  watched: Watched,
  limits: Limits,
): AsyncGenerator<News<ListedSize>> {
  const follower = new Follower({ cluster, clock }, watched)
  let isFirst = true
  for await (const notice of bursts(follower.followings, { clock, limits })) {
    if (notice !== undefined) {
      yield { events: [], warnings: [], notice }
      continue
    }
    const missing = isFirst ? nodesNotFound(follower.missing) : undefined
    if (missing !== undefined) throw missing
    const events = await follower.measureChanged(limits)
    const warnings = [
      ...follower.usageUnknown,
      ...warningsOn(events.flatMap(({ type, row }) => (type === 'DELETED' ? [] : [row]))),
    ]
    if (events.length > 0 || isFirst) yield { events, warnings }
    isFirst = false
  }
}

/** What is known of the cluster, and the nodes to measure again. */
class Follower {
  readonly #cluster: OpenCluster
  readonly #usage: UsageFollower | undefined
  readonly #selection: NodeSelection
  /** By ConfigMap; undefined: they are not followed, or may not be. */
  #buckets: Map<string, SizeBucket> | undefined
  readonly #nodes = new Map<string, Node>()
  /** By node, then by name: those that are bound, and balloons that wait for it. */
  readonly #pods = new Map<string, Map<string, Pod>>()
  readonly #measured = new Map<string, ListedSize>()
  readonly #changed = new Set<string>()
  #daemonSet: ObjectBody | undefined
  #installation: Installation | NotInstalled | undefined

  constructor({ cluster, clock }: World, { selection, desiredSizes = false, usage = false }: Watched) {
    this.#cluster = cluster
    const changed = (name: string) => void this.#changed.add(name)
    this.#usage = usage ? new UsageFollower({ cluster, clock }, selection, changed) : undefined
    this.#selection = selection
    this.#buckets = desiredSizes ? new Map() : undefined
  }

  get followings() {
    const { collections } = this.#cluster
    const names = this.#selection.by === 'name' ? new Set(this.#selection.names) : undefined
    const [name] = names?.size === 1 ? names : []
    const labelSelector = this.#selection.by === 'label' ? { labelSelector: this.#selection.selector } : {}
    return [
      following(collections.nodesWith({ name, ...labelSelector }), (change) => {
        if (names?.has(change.name) ?? true) this.#putNode(change)
      }),
      following(collections.podsOn(name), (change) => this.#putPod(change)),
      following(collections.balloons, (change) => this.#putPod(change, 'waiting')),
      following(collections.daemonSets, (change) => this.#putDaemonSet(change)),
      ...(this.#buckets === undefined ? [] : [this.#desiredSizes]),
      ...(this.#usage === undefined ? [] : [this.#usage.following]),
    ]
  }

  /** The right to watch these ConfigMaps is not part of the role of operators. */
  get #desiredSizes(): Following {
    const { desiredSizes } = this.#cluster.collections
    return unlessForbidden(
      following(desiredSizes, (change) => this.#putBucket(change)),
      () => {
        this.#buckets = undefined
      },
    )
  }

  #putBucket(change: Change<SizeBucket>): void {
    const buckets = this.#buckets ?? new Map<string, SizeBucket>()
    const before = buckets.get(change.name)
    if (change.type === 'deleted') buckets.delete(change.name)
    else buckets.set(change.name, change.object)
    for (const node of nodesChanged(before, buckets.get(change.name))) this.#changed.add(node)
  }

  /** As ListedSize has it. */
  #storedFor(node: string): Pick<ListedSize, 'stored' | 'machine'> {
    if (this.#buckets === undefined) return {}
    const bucket = this.#buckets.get(bucketOf(node))
    return { stored: bucket?.desiredSizes.get(node) ?? null, machine: bucket?.machines.get(node) ?? null }
  }

  /** Why usage is not known now. */
  get usageUnknown(): readonly Fact[] {
    return this.#usage?.unknown ?? []
  }

  /** Names of the selection that no node has. */
  get missing(): readonly string[] {
    if (this.#selection.by !== 'name') return []
    return [...new Set(this.#selection.names)].filter((name) => !this.#nodes.has(name))
  }

  /** Measures the nodes that something has changed for. */
  async measureChanged(limits: Limits): Promise<readonly RowEvent<ListedSize>[]> {
    const installation = await this.#findInstallation(limits)
    const changed = [...this.#changed].sort()
    this.#changed.clear()
    return changed.flatMap((name) => this.#eventOf(name, installation) ?? [])
  }

  #eventOf(name: string, installation: Installation | NotInstalled): RowEvent<ListedSize> | undefined {
    const node = this.#nodes.get(name)
    const before = this.#measured.get(name)
    if (node === undefined) {
      this.#measured.delete(name)
      return before && { type: 'DELETED', row: before }
    }
    const pods = [...(this.#pods.get(name)?.values() ?? [])]
    const row = { ...measure({ node, pods, installation }), ...this.#storedFor(name), used: this.#usage?.of(name) }
    this.#measured.set(name, row)
    return { type: before === undefined ? 'ADDED' : 'MODIFIED', row }
  }

  #putNode(change: Change<Node>): void {
    if (change.type === 'deleted') this.#nodes.delete(change.name)
    else this.#nodes.set(change.name, change.object)
    this.#changed.add(change.name)
  }

  /** Of balloons, only those that wait for a node are missing among the bound pods. */
  #putPod(change: Change<Pod>, which: 'bound' | 'waiting' = 'bound'): void {
    const isOurs = ({ spec }: Pod): boolean => which === 'bound' || spec.nodeName === undefined
    const key = `${which}/${change.name}`
    if ('before' in change && isOurs(change.before)) this.#podsOf(change.before).delete(key)
    if ('object' in change && isOurs(change.object)) this.#podsOf(change.object).set(key, change.object)
  }

  #podsOf(pod: Pod): Map<string, Pod> {
    const node = nodeOf(pod) ?? ''
    const known = this.#pods.get(node) ?? new Map<string, Pod>()
    this.#pods.set(node, known)
    this.#changed.add(node)
    return known
  }

  /** Its status changes often, and does not affect nodes. */
  #putDaemonSet(change: Change<ObjectBody>): void {
    this.#daemonSet = change.type === 'deleted' ? undefined : change.object
    const { namespace } = this.#cluster.balloons
    const installation = this.#daemonSet && installationOf(this.#daemonSet, namespace)
    if (JSON.stringify(installation) === JSON.stringify(this.#installation)) return
    this.#installation = installation
    for (const name of this.#nodes.keys()) this.#changed.add(name)
  }

  async #findInstallation(limits: Limits): Promise<Installation | NotInstalled> {
    const { namespace } = this.#cluster.balloons
    this.#installation ??= { namespace, elsewhere: await visibleElsewhere(this.#cluster, limits) }
    return this.#installation
  }
}
