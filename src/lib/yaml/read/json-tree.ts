import type { Entry, Position, Tree } from '../../kubelet/model/tree.ts'
import { maxDepth } from './limits.ts'
import { tooDeep } from './unreadable.ts'

/** Where the next value goes. */
type Open = { readonly items: Tree[] } | { readonly entries: Entry[]; key: string; at: Position }

/** Grows a tree from the events of a JSON parser. */
export class JsonTree {
  readonly #roots: Tree[] = []
  readonly #open: Open[] = [{ items: this.#roots }]

  add(value: Tree): void {
    const parent = this.#open.at(-1)!
    if ('items' in parent) parent.items.push(value)
    else parent.entries.push({ key: parent.key, at: parent.at, value })
  }

  openMap(at: Position): void {
    const entries: Entry[] = []
    this.#enter({ type: 'map', entries, ...at }, { entries, key: '', at })
  }

  openList(at: Position): void {
    const items: Tree[] = []
    this.#enter({ type: 'list', items, ...at }, { items })
  }

  key(key: string, at: Position): void {
    const parent = this.#open.at(-1)!
    if ('key' in parent) Object.assign(parent, { key, at })
  }

  close(): void {
    this.#open.pop()
  }

  root(): Tree {
    return this.#roots[0]!
  }

  #enter(value: Tree, inside: Open): void {
    if (this.#open.length > maxDepth) throw tooDeep(value)
    this.add(value)
    this.#open.push(inside)
  }
}
