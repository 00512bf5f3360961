import type { Node } from '../../api/node.ts'
import type { Pod } from '../../api/pod.ts'
import { balloon } from '../../names.ts'
import type { StoredWish } from '../desired/wish.ts'
import { shardOf } from '../desired/wish-shard.ts'
import { type Installation, installationOf, type NotInstalled } from '../model/installation.ts'
import type { Balloons } from '../ports/balloons.ts'
import type { Collections } from '../ports/cluster.ts'
import type { Snapshot } from './snapshot.ts'

interface Source {
  readonly collections: Pick<Collections, 'nodes' | 'balloons' | 'wishes' | 'daemonSets'>
  readonly balloons: Pick<Balloons, 'namespace'>
}

/** The local copies of the collections, which a program follows. */
export class LiveSnapshot implements Snapshot {
  readonly #source: Source

  constructor(source: Source) {
    this.#source = source
  }

  get installation(): Installation | NotInstalled {
    const { namespace } = this.#source.balloons
    const daemonSet = this.#source.collections.daemonSets.store.get(balloon.daemonSet)
    const installation = daemonSet && installationOf(daemonSet, namespace)
    return installation ?? { namespace, elsewhere: [] }
  }

  node(name: string): Node | undefined {
    return this.#source.collections.nodes.store.get(name)
  }

  get nodes(): Iterable<Node> {
    return this.#source.collections.nodes.store.values()
  }

  wishOf(node: string): StoredWish | undefined {
    return this.#source.collections.wishes.store.get(shardOf(node))?.wishes.get(node)
  }

  get balloons(): Iterable<Pod> {
    return this.#source.collections.balloons.store.values()
  }

  /** The names of the nodes that have a wish, also of those that do not exist. */
  *wished(): Generator<string> {
    for (const { wishes } of this.#source.collections.wishes.store.values()) yield* wishes.keys()
  }
}
