import { Effective } from '../defaults/effective.ts'
import { display } from '../display.ts'
import { emptyDocument } from '../empty-document.ts'
import { type Release, releases } from '../releases.ts'
import { knows } from '../schema.ts'
import type { FoundField } from './find-field.ts'

export interface DefaultSpan {
  readonly releases: readonly Release[]
  /** As people write it; undefined where there is none. */
  readonly value: string | undefined
}

/** What a field is worth in a document that says nothing, for the releases that know it. Items and values have no default. */
export function defaultHistory({ path, schema }: FoundField): readonly DefaultSpan[] {
  if (schema.type === 'struct' || /[[{]/.test(path)) return []
  const values = releases
    .filter((release) => knows(release, schema))
    .map((release) => ({ release, value: new Effective(emptyDocument, release).get(path) }))
  const byValue = Map.groupBy(values, ({ value }) => (value === undefined ? undefined : display(value)))
  return [...byValue].map(([value, spans]) => ({ value, releases: spans.map(({ release }) => release) }))
}
