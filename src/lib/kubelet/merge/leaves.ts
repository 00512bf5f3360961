import type { ConfigDocument, Value } from '../model/document.ts'
import { fieldPath, keyPath } from '../model/path.ts'
import { configuration, type Schema } from '../schema/schema.ts'

/** A value without fields or entries below it; lists count as a whole. */
export interface Leaf {
  /** `authentication.webhook.cacheTTL`, `evictionHard[memory.available]`. */
  readonly path: string
  /** The same, one name at a time. */
  readonly names: readonly string[]
  readonly value: Value
}

/** In the order of Go's struct. Values that Go cannot distinguish from absent ones are not there. */
export const leavesOf = (document: ConfigDocument): readonly Leaf[] =>
  below(document, configuration, { path: '', names: [] }) ?? []

type Place = Omit<Leaf, 'value'>

/** undefined: there is nothing below. */
function below(value: Value, schema: Schema, { path, names }: Place): readonly Leaf[] | undefined {
  if (value.type === 'struct' && schema.type === 'struct') {
    const leaves = [...schema.fields].flatMap(([name, field]) => {
      const one = value.fields.get(name)
      return one === undefined || one.unset
        ? []
        : at(one, field, { path: fieldPath(path, name), names: [...names, name] })
    })
    return leaves.length > 0 ? leaves : undefined
  }
  if (value.type === 'map' && schema.type === 'map' && value.entries.size > 0)
    return [...value.entries].flatMap(([key, one]) =>
      at(one, schema.values, { path: keyPath(path, key), names: [...names, key] }),
    )
  return undefined
}

const at = (value: Value, schema: Schema, place: Place): readonly Leaf[] =>
  below(value, schema, place) ?? [{ ...place, value }]
