import { configuration, type Schema } from './schema.ts'

const header = ['apiversion', 'kind']

/** The schema below a schema, by name: a field, an entry or, without a name, an item; undefined: unknown. */
export function schemaBelow(schema: Schema | undefined, name?: string): Schema | undefined {
  if (schema?.type === 'struct') return name === undefined ? undefined : schema.fields.get(name)
  if (schema?.type === 'map') return name === undefined ? undefined : schema.values
  return schema?.type === 'list' && name === undefined ? schema.items : undefined
}

/**
 * The members of a mapping in the order of the kubelet's type, apiVersion and kind first. Unknown ones come last, and
 * equal names keep their order, because the last one counts. Keys of maps stay as they are.
 */
export function inFieldOrder<T>(members: readonly T[], schema: Schema | undefined, nameOf: (member: T) => string): T[] {
  if (schema?.type !== 'struct') return [...members]
  const ranks = new Map([...schema.fields.keys()].map((name, rank) => [name, rank]))
  // The kubelet accepts these two in any case, and uses the last of several.
  const isRoot = schema === configuration
  const rankOf = (name: string): number => {
    const place = isRoot ? header.indexOf(name.toLowerCase()) : -1
    return place === -1 ? (ranks.get(name) ?? ranks.size) : place - header.length
  }
  return members
    .map((member) => ({ member, rank: rankOf(nameOf(member)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ member }) => member)
}
