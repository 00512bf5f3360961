import type { Amounts } from '../../pods/amounts.ts'
import type { HoldPolicy } from '../model/hold-policy.ts'
import type { DesiredSizeProblem } from './desired-size-messages.ts'

/** What a node is to have, apart from its balloon pod, which can be replaced at any time. */
export interface DesiredSize {
  readonly node: string
  readonly hold: HoldPolicy
  /** The size, or what the balloon requests, as `hold` says. A resource that it does not have keeps its full size. */
  readonly amounts: Partial<Amounts>
  /** What a balloon pod of the node requests when it is created: the balloon of the desired size, with allocatable as it was. */
  readonly birth?: Amounts
  readonly stamp: DesiredSizeStamp
}

/** Who asked for it, when (RFC 3339) and why; undefined when another client wrote it. */
export interface DesiredSizeStamp {
  readonly by?: string
  readonly at?: string
  readonly message?: string
}

/** A desired size as it is stored. */
export interface StoredSize {
  readonly node: string
  /** The value of its key, by which a changed desired size is told from the one that was read. */
  readonly text: string
  readonly desired: DesiredSize | InvalidDesiredSize
}

/** Another client made something of it that is not a desired size. It is reported, and left as it is. */
export interface InvalidDesiredSize {
  readonly node: string
  readonly problems: readonly DesiredSizeProblem[]
}

export const isBroken = (desired: DesiredSize | InvalidDesiredSize): desired is InvalidDesiredSize =>
  'problems' in desired

/** One of the ConfigMaps with desired sizes. */
export interface SizeBucket {
  readonly namespace: string
  /** Of the ConfigMap. */
  readonly name: string
  /** By node; those of nodes that do not exist, too. */
  readonly desiredSizes: ReadonlyMap<string, StoredSize>
  /** The notes about machines, by node, as they are: `parseNote` reads them. */
  readonly machines: ReadonlyMap<string, string>
  /** Keys that belong in another one: nobody looks for them here. */
  readonly strays: readonly string[]
  /** Whether it has any key. */
  readonly hasKeys: boolean
}
