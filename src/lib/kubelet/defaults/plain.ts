import { scalarText } from '../compare/scalar-text.ts'
import type { ConfigDocument, Struct, Value } from '../model/document.ts'
import { isSecret, redacted } from '../model/redact.ts'
import type { Release } from '../model/releases.ts'
import { configuration, knows, type SchemaOf } from '../schema/schema.ts'

/** A JSON value. Integers beyond a double are bigints. */
export type Plain = boolean | number | bigint | string | readonly Plain[] | PlainObject

export interface PlainObject {
  readonly [name: string]: Plain
}

/**
 * A document as the kubelet of a release reports it (configz), without its header: fields in the order of Go's struct,
 * with empty structs that are not pointers. Secrets are redacted.
 */
export function plainDocument(document: ConfigDocument, release: Release): PlainObject {
  return plainFields(document, configuration, release)
}

function plainFields({ fields }: Struct, schema: SchemaOf<'struct'>, release: Release): PlainObject {
  const members = [...schema.fields]
    .filter(([, field]) => knows(release, field))
    .flatMap(([name, field]): [string, Plain][] => {
      const value = fields.get(name)
      if (value === undefined) return field.type === 'struct' && !field.pointer ? [[name, {}]] : []
      const isStruct = field.type === 'struct' && value.type === 'struct'
      return [[name, isStruct ? plainFields(value, field, release) : isSecret(name) ? hidden(value) : plain(value)]]
    })
  return Object.fromEntries(members)
}

/** The same shape, with its texts redacted. */
function hidden(value: Value): Plain {
  if (value.type === 'list') return value.items.map(hidden)
  return value.type === 'map' ? mapValues(value.entries, hidden) : redacted
}

/** The result does not depend on the release. */
export function plain(value: Value): Plain {
  switch (value.type) {
    case 'bool':
    case 'float':
      return value.value
    case 'int':
      return Number.isSafeInteger(Number(value.value)) ? Number(value.value) : value.value
    case 'list':
      return value.items.map(plain)
    case 'map':
      return mapValues(value.entries, plain)
    case 'struct':
      return mapValues(value.fields, plain)
    default:
      return scalarText(value)
  }
}

const mapValues = (entries: ReadonlyMap<string, Value>, plain: (value: Value) => Plain): PlainObject =>
  Object.fromEntries([...entries].map(([key, value]) => [key, plain(value)]))
