import { createHash } from 'node:crypto'
import type { ObjectBody } from '../../api/object.ts'
import { wish as names } from '../../names.ts'
import type { WishShard } from './wish.ts'
import { parseWish } from './wish-text.ts'

/** A ConfigMap, as far as wishes need it. */
export interface WishConfigMap {
  readonly metadata: Pick<ObjectBody['metadata'], 'name' | 'namespace'>
  readonly data?: Readonly<Record<string, string>>
}

export const shardNames: readonly string[] = names.configMaps

/** The ConfigMap for the wish of a node: `printf %s NODE | sha256sum` begins with the last character of its name. */
export function shardOf(node: string): string {
  const digit = createHash('sha256').update(node).digest('hex').slice(0, 1)
  return shardNames.find((name) => name.endsWith(digit))!
}

/** The wishes in a ConfigMap; undefined when it is not one of those. */
export function shardIn({ metadata: { name, namespace = '' }, data = {} }: WishConfigMap): WishShard | undefined {
  if (!shardNames.includes(name)) return undefined
  const subject = { kind: 'ConfigMap', name, namespace }
  const keys = Object.keys(data)
  const isHere = (key: string): boolean => shardOf(ownerOf(key).node) === name
  const entries = Object.entries(data)
    .filter(([key]) => isHere(key))
    .map(([key, text]) => ({ ...ownerOf(key), text }))
  const wishes = entries
    .filter(({ part }) => part === 'wish')
    .map(({ node, text }) => [node, { node, text, wish: parseWish(text, { node, subject }) }] as const)
  const machines = entries.filter(({ part }) => part === 'machine').map(({ node, text }) => [node, text] as const)
  const strays = keys.filter((key) => !isHere(key))
  return {
    ...{ namespace, name, wishes: new Map(wishes), machines: new Map(machines) },
    ...{ strays, hasKeys: keys.length > 0 },
  }
}

/** The nodes for which two states of a ConfigMap have not the same. */
export function nodesChanged(before: WishShard | undefined, after: WishShard | undefined): readonly string[] {
  const textsOf = (shard: WishShard | undefined, node: string): string =>
    JSON.stringify([shard?.wishes.get(node)?.text, shard?.machines.get(node)])
  const nodes = [before, after].flatMap((shard) => [...(shard?.wishes.keys() ?? []), ...(shard?.machines.keys() ?? [])])
  return [...new Set(nodes)].filter((node) => textsOf(before, node) !== textsOf(after, node))
}

/**
 * The keys of a node in its ConfigMap: its name for its wish, and one for the note about its machine. No name of a node has an
 * underscore.
 */
export type KeyPart = 'wish' | 'machine'

const machineSuffix = '_machine'

export const keyOf = (node: string, part: KeyPart): string => (part === 'wish' ? node : `${node}${machineSuffix}`)

/** Whose key it is. */
const ownerOf = (key: string): { readonly node: string; readonly part: KeyPart } =>
  key.endsWith(machineSuffix)
    ? { node: key.slice(0, -machineSuffix.length), part: 'machine' }
    : { node: key, part: 'wish' }
