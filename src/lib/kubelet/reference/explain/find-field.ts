import { unknownField } from '../../decode/unknown-field.ts'
import { namesLike, type SimilarNames } from '../../model/names-like.ts'
import { newest } from '../../model/releases.ts'
import { configuration, type Schema } from '../../schema/schema.ts'

export interface FoundField {
  readonly path: string
  readonly schema: Schema
  /** The key of a map's value, if the text names one. */
  readonly key?: string
}

/** A path that does not lead to a field. */
export interface MissingField {
  /** The part that is not a field. */
  readonly missing: string
  readonly remedy?: string | undefined
  readonly similar?: SimilarNames | undefined
}

const document = /^(?:KubeletConfiguration(?=$|\.))?/i

/** Whether a text means all fields instead of a single one. */
export const isDocument = (text: string): boolean => text !== '' && /^\.?$/.test(text.replace(document, ''))

/**
 * The field at a path as people write it: `registerWithTaints[].key`, `registerWithTaints[0].key` and
 * `registerWithTaints.key` are the same, and so are `evictionHard{}`, `evictionHard[memory.available]` and
 * `evictionHard.memory.available`; the kind may come first, and a dot last. Fields of all releases are found.
 */
export function findField(text: string): FoundField | MissingField {
  let found: FoundField = { path: '', schema: configuration }
  let rest = text.replace(document, '')
  do {
    const [, own = '', others = ''] = stepInto(found.schema).exec(rest) ?? []
    const next = below(found, own)
    if ('missing' in next) return next
    found = next
    rest = others
  } while (rest !== '' && rest !== '.')
  return found
}

const field = /^\.?([^.[{]*)(.*)$/
const item = /^(\[[^\]]*\])?(.*)$/
const entry = /^(\[[^\]]*\]|\{\}|\..*)?(.*)$/

const stepInto = ({ type }: Schema): RegExp => (type === 'list' ? item : type === 'map' ? entry : field)

function below({ path, schema }: FoundField, name: string): FoundField | MissingField {
  if (schema.type === 'list') return { path: `${path}[]`, schema: schema.items }
  if (schema.type === 'map') return { path: `${path}{}`, schema: schema.values, ...keyIn(name) }
  if (schema.type === 'scalar') return { missing: name, remedy: `${path} has nothing below it` }
  const child = schema.fields.get(name)
  if (child !== undefined) return { path: path === '' ? name : `${path}.${name}`, schema: child }
  const { path: missing = name, remedy } = unknownField(name, { schema, path, release: newest })
  return remedy === undefined ? { missing, similar: namesLike(name, [...schema.fields.keys()]) } : { missing, remedy }
}

function keyIn(step: string): Pick<FoundField, 'key'> {
  const key = /^\[(.+)\]$|^\.(.+)$/.exec(step)
  return key === null ? {} : { key: key[1] ?? key[2]! }
}
