import { fields } from '../data/fields.ts'
import { Effective } from '../defaults/effective.ts'
import { materialize } from '../defaults/materialize.ts'
import { type Change, diff } from '../diff.ts'
import type { ConfigDocument } from '../document.ts'
import type { Release } from '../releases.ts'
import { knows } from '../schema.ts'

export interface DefaultChange extends Change {
  /** The older release does not know the field yet. */
  readonly isNew: boolean
  /** The document says it, and the older release, which does not know the field, has ignored that. */
  readonly isWritten: boolean
}

/** What the newer kubelet works with differently though the document stays the same. */
export function defaultChanges(
  document: ConfigDocument,
  { from, to }: { from: Release; to: Release },
): readonly DefaultChange[] {
  const [old, current] = [new Effective(document, from), new Effective(document, to)]
  return diff(materialize(old), materialize(current)).map((change) => {
    const field = fieldOf(change.path)
    const isNew = !isKnown(field, from)
    return { ...change, isNew, isWritten: isNew && current.written(field) !== undefined }
  })
}

/** Without keys of maps and items of lists. */
const fieldOf = (path: string): string => path.replace(/\[.*/, '')

const isKnown = (path: string, release: Release): boolean =>
  fields.some((field) => field.path === path && knows(release, field))
