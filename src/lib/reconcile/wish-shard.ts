import { createHash } from 'node:crypto'
import type { ObjectBody } from '../api/object.ts'
import { wish as names } from '../names.ts'
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
  const wishes = Object.entries(data)
    .filter(([node]) => shardOf(node) === name)
    .map(([node, text]) => [node, { node, text, wish: parseWish(text, { node, subject }) }] as const)
  const strays = keys.filter((node) => shardOf(node) !== name)
  return { namespace, name, wishes: new Map(wishes), strays, hasKeys: keys.length > 0 }
}
