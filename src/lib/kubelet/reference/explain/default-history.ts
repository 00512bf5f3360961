import { display } from '../../compare/display.ts'
import { Effective } from '../../defaults/effective.ts'
import { asMap } from '../../defaults/values.ts'
import type { Value } from '../../model/document.ts'
import { emptyDocument } from '../../model/empty-document.ts'
import { type Release, releases } from '../../model/releases.ts'
import { knows } from '../../schema/schema.ts'
import type { FoundField } from './find-field.ts'

export interface DefaultSpan {
  readonly releases: readonly Release[]
  /** As people write it; undefined if there is none. */
  readonly value: string | undefined
}

/** The default of a field, or of a named value of a map, in an empty document, for the releases that know it. */
export function defaultHistory({ path, schema, key }: FoundField): readonly DefaultSpan[] {
  const field = key === undefined ? path : path.replace(/\{\}$/, '')
  if (schema.type === 'struct' || /[[{]/.test(field)) return []
  const valueIn = (release: Release): Value | undefined => {
    const value = new Effective(emptyDocument, release).get(field)
    return key === undefined ? value : asMap(value).get(key)
  }
  const values = releases
    .filter((release) => knows(release, schema))
    .map((release) => ({ release, value: valueIn(release) }))
  const byValue = Map.groupBy(values, ({ value }) => (value === undefined ? undefined : display(value)))
  return [...byValue].map(([value, spans]) => ({ value, releases: spans.map(({ release }) => release) }))
}
