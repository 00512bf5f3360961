import { type Change, diff } from '../../kubelet/compare/diff.ts'
import { fields } from '../../kubelet/data/fields.ts'
import { Effective } from '../../kubelet/defaults/effective.ts'
import { materialize } from '../../kubelet/defaults/materialize.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { knows } from '../../kubelet/schema/schema.ts'

export interface DefaultChange extends Change {
  /** The older release does not know the field yet. */
  readonly isNew: boolean
  /** The document says it, and the older release, which does not know the field, has ignored that. */
  readonly isWritten: boolean
  /** Where the new value stops a kubelet. */
  readonly hazard?: Hazard
}

/** What a new default can meet on a host. */
export type Hazard = { readonly reason: 'ExitsOnCgroupV1' }

/** By field and value; of what a document sets itself, there are findings. */
const hazards: ReadonlyMap<string, Hazard> = new Map([['failCgroupV1: true', { reason: 'ExitsOnCgroupV1' }]])

/** What the newer kubelet works with differently though the document stays the same. */
export function defaultChanges(
  document: ConfigDocument,
  { from, to }: { from: Release; to: Release },
): readonly DefaultChange[] {
  const [old, current] = [new Effective(document, from), new Effective(document, to)]
  return diff(materialize(old), materialize(current)).map((change) => {
    const field = fieldOf(change.path)
    const isNew = !isKnown(field, from)
    const isWritten = isNew && current.written(field) !== undefined
    const hazard = isWritten ? undefined : hazards.get(`${change.path}: ${change.after}`)
    return { ...change, isNew, isWritten, ...(hazard && { hazard }) }
  })
}

/** Without keys of maps and items of lists. */
const fieldOf = (path: string): string => path.replace(/\[.*/, '')

const isKnown = (path: string, release: Release): boolean =>
  fields.some((field) => field.path === path && knows(release, field))
