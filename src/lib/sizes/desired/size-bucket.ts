import { createHash } from 'node:crypto'
import type { ObjectBody } from '../../api/object.ts'
import { desired as names } from '../../names.ts'
import type { SizeBucket } from './desired-size.ts'
import { parseDesiredSize } from './desired-size-text.ts'

/** A ConfigMap, as far as desired sizes need it. */
export interface SizesConfigMap {
  readonly metadata: Pick<ObjectBody['metadata'], 'name' | 'namespace'>
  readonly data?: Readonly<Record<string, string>>
}

export const bucketNames: readonly string[] = names.configMaps

/** The ConfigMap for the desired size of a node: `printf %s NODE | sha256sum` begins with the last character of its name. */
export function bucketOf(node: string): string {
  const digit = createHash('sha256').update(node).digest('hex').slice(0, 1)
  return bucketNames.find((name) => name.endsWith(digit))!
}

/** The desired sizes in a ConfigMap; undefined when it is not one of those. */
export function bucketIn({ metadata: { name, namespace = '' }, data = {} }: SizesConfigMap): SizeBucket | undefined {
  if (!bucketNames.includes(name)) return undefined
  const subject = { kind: 'ConfigMap', name, namespace }
  const keys = Object.keys(data)
  const isHere = (key: string): boolean => bucketOf(ownerOf(key).node) === name
  const entries = Object.entries(data)
    .filter(([key]) => isHere(key))
    .map(([key, text]) => ({ ...ownerOf(key), text }))
  const desiredSizes = entries
    .filter(({ part }) => part === 'desired')
    .map(({ node, text }) => [node, { node, text, desired: parseDesiredSize(text, { node, subject }) }] as const)
  const machines = entries.filter(({ part }) => part === 'machine').map(({ node, text }) => [node, text] as const)
  const strays = keys.filter((key) => !isHere(key))
  return {
    ...{ namespace, name, desiredSizes: new Map(desiredSizes), machines: new Map(machines) },
    ...{ strays, hasKeys: keys.length > 0 },
  }
}

/** The nodes for which two states of a ConfigMap have not the same. */
export function nodesChanged(before: SizeBucket | undefined, after: SizeBucket | undefined): readonly string[] {
  const textsOf = (bucket: SizeBucket | undefined, node: string): string =>
    JSON.stringify([bucket?.desiredSizes.get(node)?.text, bucket?.machines.get(node)])
  const nodes = [before, after].flatMap((bucket) => [
    ...(bucket?.desiredSizes.keys() ?? []),
    ...(bucket?.machines.keys() ?? []),
  ])
  return [...new Set(nodes)].filter((node) => textsOf(before, node) !== textsOf(after, node))
}

/**
 * The keys of a node in its ConfigMap: its name for its desired size, and one for the note about its machine. No name of a node has an
 * underscore.
 */
export type KeyPart = 'desired' | 'machine'

const machineSuffix = '_machine'

export const keyOf = (node: string, part: KeyPart): string => (part === 'desired' ? node : `${node}${machineSuffix}`)

/** Whose key it is. */
const ownerOf = (key: string): { readonly node: string; readonly part: KeyPart } =>
  key.endsWith(machineSuffix)
    ? { node: key.slice(0, -machineSuffix.length), part: 'machine' }
    : { node: key, part: 'desired' }
