import { newest } from '../releases.ts'
import { configuration, type Schema } from '../schema.ts'
import { unknownField } from '../unknown-field.ts'

export interface FoundField {
  readonly path: string
  readonly schema: Schema
}

/** A path that leads nowhere. */
export interface MissingField {
  /** The part that is no field. */
  readonly missing: string
  readonly remedy?: string | undefined
}

/**
 * The field at a path as people write it: `registerWithTaints[].key`, `registerWithTaints[0].key` and
 * `registerWithTaints.key` are the same, and so are `evictionHard{}`, `evictionHard[memory.available]` and
 * `evictionHard.memory.available`. Of any release.
 */
export function findField(text: string): FoundField | MissingField {
  let found: FoundField = { path: '', schema: configuration }
  let rest = text
  do {
    const [, own = '', others = ''] = stepInto(found.schema).exec(rest) ?? []
    const next = below(found, own)
    if ('missing' in next) return next
    found = next
    rest = others
  } while (rest !== '')
  return found
}

const field = /^\.?([^.[{]*)(.*)$/
const item = /^(\[[^\]]*\])?(.*)$/
const entry = /^(\[[^\]]*\]|\{\}|\..*)?(.*)$/

const stepInto = ({ type }: Schema): RegExp => (type === 'list' ? item : type === 'map' ? entry : field)

function below({ path, schema }: FoundField, name: string): FoundField | MissingField {
  if (schema.type === 'list') return { path: `${path}[]`, schema: schema.items }
  if (schema.type === 'map') return { path: `${path}{}`, schema: schema.values }
  const child = schema.type === 'struct' ? schema.fields.get(name) : undefined
  if (child !== undefined) return { path: path === '' ? name : `${path}.${name}`, schema: child }
  if (schema.type === 'scalar') return { missing: name, remedy: `${path} has nothing below it` }
  const { path: missing = name, remedy } = unknownField(name, { schema, path, release: newest })
  return { missing, remedy }
}
