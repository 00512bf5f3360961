import type { ConfigDocument, Value } from '../model/document.ts'
import { fieldPath } from '../model/path.ts'
import { configuration, knows, type SchemaOf } from '../schema/schema.ts'
import { converted, type Rounding } from './converted.ts'
import type { Effective } from './effective.ts'
import { nowhere } from './tables.ts'

/** The whole document as the kubelet uses it: the written values, and defaults for the rest. */
export function materialize(config: Effective, rounding: Rounding = 'thousandths'): ConfigDocument {
  return { ...nowhere, type: 'struct', unknown: new Map(), fields: fieldsOf(config, rounding, configuration, '') }
}

function fieldsOf(
  config: Effective,
  rounding: Rounding,
  schema: SchemaOf<'struct'>,
  parent: string,
): ReadonlyMap<string, Value> {
  const fields = new Map<string, Value>()
  for (const [name, field] of schema.fields) {
    if (!knows(config.release, field)) continue
    const path = fieldPath(parent, name)
    const value = field.type === 'struct' ? structAt(config, rounding, field, path) : config.get(path)
    if (value !== undefined)
      fields.set(name, field.type === 'struct' ? value : converted(value, field, config.release, rounding))
  }
  return fields
}

/** A pointer to a struct is set only if the document has it, or a field below it has a default. */
function structAt(config: Effective, rounding: Rounding, schema: SchemaOf<'struct'>, path: string): Value | undefined {
  const fields = fieldsOf(config, rounding, schema, path)
  const written = config.written(path)
  if (fields.size === 0 && written === undefined) return undefined
  return { ...(written ?? nowhere), type: 'struct', unknown: new Map(), fields } as Value
}
