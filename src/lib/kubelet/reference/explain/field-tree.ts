import { display } from '../../compare/display.ts'
import { Effective } from '../../defaults/effective.ts'
import { emptyDocument } from '../../model/empty-document.ts'
import { fieldPath } from '../../model/path.ts'
import type { Release } from '../../model/releases.ts'
import { configuration, knows, type Schema, type SchemaOf } from '../../schema/schema.ts'
import { typeName } from './type-name.ts'

export interface TreeRow {
  readonly path: string
  readonly name: string
  /** 0 for top-level fields. */
  readonly depth: number
  readonly type: string
  /** The default in an empty document; undefined when there is none. */
  readonly default: string | undefined
}

/** All fields of a release, in the order of Go's structs. */
export function fieldTree(release: Release): readonly TreeRow[] {
  return rowsBelow(configuration, { path: '', depth: 0, config: new Effective(emptyDocument, release) })
}

interface Place {
  readonly path: string
  readonly depth: number
  readonly config: Effective
}

function rowsBelow(schema: SchemaOf<'struct'>, { path, depth, config }: Place): readonly TreeRow[] {
  return [...schema.fields]
    .filter(([, field]) => knows(config.release, field))
    .flatMap(([name, field]) => {
      const own = { path: fieldPath(path, name), depth, config }
      return [rowOf(name, field, own), ...rowsIn(field, { ...own, depth: depth + 1 })]
    })
}

function rowsIn(field: Schema, place: Place): readonly TreeRow[] {
  if (field.type === 'struct') return rowsBelow(field, place)
  if (field.type !== 'list' || field.items.type !== 'struct') return []
  return rowsBelow(field.items, { ...place, path: `${place.path}[]` })
}

function rowOf(name: string, schema: Schema, { path, depth, config }: Place): TreeRow {
  const value = schema.type === 'struct' || path.includes('[') ? undefined : config.get(path)
  return { path, name, depth, type: typeName(schema), default: value && display(value) }
}
