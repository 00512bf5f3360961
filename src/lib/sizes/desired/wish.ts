import type { Amounts } from '../../pods/amounts.ts'
import type { Hold } from '../model/hold.ts'
import type { WishProblem } from './wish-messages.ts'

/** What a node is to have, apart from its balloon pod, which can be replaced at any time. */
export interface Wish {
  readonly node: string
  readonly hold: Hold
  /** The size, or what the balloon requests, as `hold` says. A resource that it does not have keeps its full size. */
  readonly amounts: Partial<Amounts>
  /** What a balloon pod of the node requests when it is created: the balloon of the wish, with allocatable as it was. */
  readonly birth?: Amounts
  readonly stamp: WishStamp
}

/** Who asked for it, when (RFC 3339) and why; undefined when another client wrote it. */
export interface WishStamp {
  readonly by?: string
  readonly at?: string
  readonly message?: string
}

/** A wish as it is stored. */
export interface StoredWish {
  readonly node: string
  /** The value of its key, by which a changed wish is told from the one that was read. */
  readonly text: string
  readonly wish: Wish | BrokenWish
}

/** Another client made something of it that is not a wish. It is reported, and left as it is. */
export interface BrokenWish {
  readonly node: string
  readonly problems: readonly WishProblem[]
}

export const isBroken = (wish: Wish | BrokenWish): wish is BrokenWish => 'problems' in wish

/** One of the ConfigMaps with wishes. */
export interface WishShard {
  readonly namespace: string
  /** Of the ConfigMap. */
  readonly name: string
  /** By node; those of nodes that do not exist, too. */
  readonly wishes: ReadonlyMap<string, StoredWish>
  /** The notes about machines, by node, as they are: `parseNote` reads them. */
  readonly machines: ReadonlyMap<string, string>
  /** Keys that belong in another one: nobody looks for them here. */
  readonly strays: readonly string[]
  /** Whether it has any key. */
  readonly hasKeys: boolean
}
