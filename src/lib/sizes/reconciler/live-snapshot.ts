import type { Node } from '../../api/node.ts'
import type { Pod } from '../../api/pod.ts'
import { balloon } from '../../names.ts'
import type { StoredSize } from '../desired/desired-size.ts'
import { bucketOf } from '../desired/size-bucket.ts'
import { type Installation, installationOf, type NotInstalled } from '../model/installation.ts'
import type { Balloons } from '../ports/balloons.ts'
import type { Collections } from '../ports/cluster.ts'
import type { Snapshot } from './snapshot.ts'

interface Source {
  readonly collections: Pick<Collections, 'nodes' | 'balloons' | 'desiredSizes' | 'daemonSets'>
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

  desiredOf(node: string): StoredSize | undefined {
    return this.#source.collections.desiredSizes.store.get(bucketOf(node))?.desiredSizes.get(node)
  }

  get balloons(): Iterable<Pod> {
    return this.#source.collections.balloons.store.values()
  }

  /** The names of the nodes that have a desired size, also of those that do not exist. */
  *desiredNodes(): Generator<string> {
    for (const { desiredSizes } of this.#source.collections.desiredSizes.store.values()) yield* desiredSizes.keys()
  }
}
