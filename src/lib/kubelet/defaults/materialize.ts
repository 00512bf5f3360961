import type { ConfigDocument, Value } from '../model/document.ts'
import { fieldPath } from '../model/path.ts'
import { configuration, knows, type SchemaOf } from '../schema/schema.ts'
import { converted } from './converted.ts'
import type { Effective } from './effective.ts'
import { nowhere } from './tables.ts'

/** The whole document as the kubelet works with it: what was written, and the defaults for the rest. */
export function materialize(config: Effective): ConfigDocument {
  return { ...nowhere, type: 'struct', unknown: new Map(), fields: fieldsOf(config, configuration, '') }
}

function fieldsOf(config: Effective, schema: SchemaOf<'struct'>, parent: string): ReadonlyMap<string, Value> {
  const fields = new Map<string, Value>()
  for (const [name, field] of schema.fields) {
    if (!knows(config.release, field)) continue
    const path = fieldPath(parent, name)
    const value = field.type === 'struct' ? structAt(config, field, path) : config.get(path)
    if (value !== undefined) fields.set(name, field.type === 'struct' ? value : converted(value, field, config.release))
  }
  return fields
}

/** A pointer to a struct is there only when it was given, or when a default is below it. */
function structAt(config: Effective, schema: SchemaOf<'struct'>, path: string): Value | undefined {
  const fields = fieldsOf(config, schema, path)
  const written = config.written(path)
  if (fields.size === 0 && written === undefined) return undefined
  return { ...(written ?? nowhere), type: 'struct', unknown: new Map(), fields } as Value
}
