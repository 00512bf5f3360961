import { fieldNotes } from '../../data/field-notes.ts'
import { fieldPath } from '../../model/path.ts'
import { configuration, type Schema } from '../../schema/schema.ts'

export interface NamedField {
  /** As people write it: `registerWithTaints.key`. */
  readonly path: string
  readonly meaning: string | undefined
}

/**
 * The fields of any release whose paths start with a text, of one level: the fields of the document, or those below the
 * last dot. If a single one is left, the fields below it follow. Values of maps have names of their own and are omitted.
 */
export function fieldsStartingWith(text: string): readonly NamedField[] {
  const above = text.split('.').slice(0, -1)
  const parent = above.reduce<Place | undefined>(
    (place, name) => place && belowOf(place).find((field) => field.path === fieldPath(place.path, name)),
    { path: '', notes: '', schema: configuration },
  )
  const found = parent === undefined ? [] : belowOf(parent).filter(({ path }) => path.startsWith(text))
  const [first, ...others] = found
  const all = first !== undefined && others.length === 0 ? [first, ...belowOf(first)] : found
  return all.map(({ path, notes }) => ({ path, meaning: fieldNotes[notes]?.meaning }))
}

interface Place {
  readonly path: string
  /** Its path in the table of notes, where items of lists have `[]`. */
  readonly notes: string
  readonly schema: Schema
}

function belowOf({ path, notes, schema }: Place): readonly Place[] {
  const [struct, items] = schema.type === 'list' ? [schema.items, '[]'] : [schema, '']
  if (struct.type !== 'struct') return []
  return [...struct.fields].map(([name, field]) => ({
    path: fieldPath(path, name),
    notes: fieldPath(notes + items, name),
    schema: field,
  }))
}
