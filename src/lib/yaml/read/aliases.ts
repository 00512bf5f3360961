import type { Position, Tree } from '../../kubelet/model/tree.ts'
import { maxDepth } from './limits.ts'
import { tooDeep, Unreadable } from './unreadable.ts'

/** A tree and its size: aliases share trees, but a walk visits each of them again. */
export interface Sized {
  readonly tree: Tree
  /** Nodes, with aliases expanded. */
  readonly nodes: number
  /** Levels of lists and mappings. */
  readonly height: number
}

/**
 * Between these numbers of nodes, the allowed share of aliased nodes decreases from 99% to 10% (goyaml.v2/decode.go).
 */
const smallDocument = 400_000
const largeDocument = 4_000_000

/** The anchors so far, and the rule of go-yaml against documents that mostly consist of aliases. */
export class Aliases {
  readonly #anchors = new Map<string, Sized | 'open'>()
  #nodes = 0
  #aliased = 0

  /** Nodes so far, with aliases expanded. */
  get nodes(): number {
    return this.#nodes
  }

  /** Counts a node; returns the number of nodes before it. */
  count(): number {
    return this.#nodes++
  }

  open(anchor: string): void {
    this.#anchors.set(anchor, 'open')
  }

  close(anchor: string, sized: Sized): void {
    this.#anchors.set(anchor, sized)
  }

  /** The tree of an alias at a depth. */
  expand(name: string, { at, depth }: { at: Position; depth: number }): Sized {
    const target = this.#anchors.get(name)
    if (target === undefined)
      throw new Unreadable('READ-ALIAS', at, {
        message: 'alias has no anchor before it',
        remedy: 'put text that begins with * in quotes',
      })
    if (target === 'open') throw new Unreadable('READ-ALIAS', at, { message: 'alias is inside its own anchor' })
    if (depth + target.height > maxDepth) throw tooDeep(at)
    this.#nodes += target.nodes
    this.#aliased += target.nodes
    if (this.#isExcessive())
      throw new Unreadable('READ-ALIAS', at, {
        message: 'aliases expand to too many values',
        remedy: 'write their values in full',
      })
    return target
  }

  #isExcessive(): boolean {
    const progress = Math.min(1, Math.max(0, (this.#nodes - smallDocument) / (largeDocument - smallDocument)))
    const allowed = 0.99 - 0.89 * progress
    return this.#aliased > 100 && this.#nodes > 1000 && this.#aliased / this.#nodes > allowed
  }
}
