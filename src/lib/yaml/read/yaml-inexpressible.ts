import { lastOfEach } from '../../kubelet/decode/duplicates.ts'
import type { Entry, Tree } from '../../kubelet/model/tree.ts'
import { Unreadable } from './unreadable.ts'

/** Refuses keys and numbers that go-yaml reads but JSON cannot express, unless a later duplicate replaces them. */
export function refuseInexpressible(tree: Tree, numbers: { has(tree: Tree): boolean }): void {
  if (numbers.has(tree))
    throw new Unreadable('READ-NUMBER', tree, { message: 'number is infinite or NaN, which JSON cannot express' })
  if (tree.type === 'list') for (const item of tree.items) refuseInexpressible(item, numbers)
  if (tree.type !== 'map') return
  for (const entry of lastOfEach(tree)) {
    refuseKey(entry)
    refuseInexpressible(entry.value, numbers)
  }
}

function refuseKey({ key, kind, at }: Entry): void {
  const message = kind === 'null' ? 'key is null' : isTooLarge(key, kind) ? 'key is too large an integer' : undefined
  if (message !== undefined) throw new Unreadable('READ-KEY', at, { message, remedy: 'quote it' })
}

const isTooLarge = (key: string, kind: Entry['kind']): boolean =>
  kind === 'int' && BigInt.asIntN(64, BigInt(key)) !== BigInt(key)
