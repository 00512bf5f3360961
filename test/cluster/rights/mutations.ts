import { least, otherThan, referenceOf, resolve, type Schema, type Schemas } from './schema.ts'

export interface Step {
  readonly key: string | number
  /** What the parent has to have when there was none. */
  readonly fill: unknown
  /** Of an element: what identifies it in a strategic merge patch. */
  readonly mergeKey?: string | undefined
  /** Of an element: what identifies it in an apply. */
  readonly mapKeys?: readonly string[] | undefined
}

/** One field with another value; undefined: it is removed. */
export interface Mutation {
  readonly steps: readonly Step[]
  readonly value: unknown
}

interface Walk {
  readonly schemas: Schemas
  /** Keys that are tried in maps beside one that is new: the last key of the path of the map, and these. */
  readonly keys: Readonly<Record<string, readonly string[]>>
}

export const pathOf = ({ steps }: Mutation): string =>
  steps.map(({ key }) => (typeof key === 'number' || /[./]/.test(key) ? `[${key}]` : `.${key}`)).join('')

/** Each field of an object with this schema: another value, no value, one more element or key. */
export function mutationsOf(walk: Walk, schema: Schema, object: unknown): readonly Mutation[] {
  return below(walk, schema, object, [], [])
}

type Seen = readonly string[]

function below(walk: Walk, of: Schema, value: unknown, steps: readonly Step[], seen: Seen): readonly Mutation[] {
  const reference = referenceOf(of)
  if (reference !== undefined && seen.includes(reference)) return []
  const inside = reference === undefined ? seen : [...seen, reference]
  const schema = resolve(walk.schemas, of)
  const removal = value !== undefined && steps.length > 0 ? [{ steps, value: undefined }] : []
  if (schema.properties) return [...removal, ...ofProperties(walk, schema, value, steps, inside)]
  if (schema.items) return [...removal, ...ofElements(walk, schema, value, steps, inside)]
  if (schema.additionalProperties) return [...removal, ...ofEntries(walk, schema, value, steps, inside)]
  // One that is no number is an internal error.
  const isVersion = steps.at(-1)?.key === 'resourceVersion'
  return [...removal, { steps, value: isVersion ? '1' : otherThan(schema, value) }]
}

function ofProperties(walk: Walk, schema: Schema, value: unknown, steps: readonly Step[], seen: Seen) {
  const fill = least(walk.schemas, schema)
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    below(walk, property, (value as Fields | undefined)?.[key], [...steps, { key, fill }], seen),
  )
}

type Fields = Readonly<Record<string, unknown>>

function ofElements(walk: Walk, schema: Schema, value: unknown, steps: readonly Step[], seen: Seen) {
  const items = schema.items as Schema
  const elements = (value ?? []) as readonly unknown[]
  const isMap = schema['x-kubernetes-list-type'] === 'map'
  const at = (key: number): readonly Step[] => [
    ...steps,
    {
      ...{ key, fill: [], mergeKey: schema['x-kubernetes-patch-merge-key'] },
      mapKeys: isMap ? schema['x-kubernetes-list-map-keys'] : undefined,
    },
  ]
  const more = at(elements.length)
  const added = least(walk.schemas, items)
  return [
    { steps: more, value: added },
    ...below(walk, items, undefined, more, seen).filter(({ steps: found }) => found.length > more.length),
    ...elements.flatMap((element, index) => below(walk, items, element, at(index), seen)),
  ]
}

function ofEntries(walk: Walk, schema: Schema, value: unknown, steps: readonly Step[], seen: Seen) {
  const items = schema.additionalProperties as Schema
  const entries = (value ?? {}) as Fields
  const name = String(steps.at(-1)?.key)
  const keys = new Set([newKey(name), ...(walk.keys[name] ?? []), ...Object.keys(entries)])
  return [...keys].flatMap((key) => below(walk, items, entries[key], [...steps, { key, fill: {} }], seen))
}

/** Keys of a ConfigMap have no slash, and names of resources have to have one. */
const newKey = (map: string): string => (/data/i.test(map) ? 'rights.added' : 'rights.example/added')
