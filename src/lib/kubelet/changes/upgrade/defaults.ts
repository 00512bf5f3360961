import { type FactOf, message } from '../../../message/message.ts'
import { type Change, diff } from '../../compare/diff.ts'
import { fields } from '../../data/fields.ts'
import { Effective } from '../../defaults/effective.ts'
import { materialize } from '../../defaults/materialize.ts'
import { Merged } from '../../defaults/merged.ts'
import type { ConfigDocument } from '../../model/document.ts'
import type { Release } from '../../model/releases.ts'
import { knows } from '../../schema/schema.ts'

export interface DefaultChange extends Change {
  /** The older release does not have the field. */
  readonly isNew: boolean
  /** The document sets the field, and the older release ignored it. */
  readonly isWritten: boolean
  /** When the new value stops a kubelet. */
  readonly hazard?: Hazard
}

/** A problem of a new default on some hosts. */
export type Hazard = FactOf<typeof ExitsOnCgroupV1>

/** A problem of a new default on some hosts. */
export const ExitsOnCgroupV1 = message(
  'ExitsOnCgroupV1',
  () => 'on hosts with cgroup v1 the kubelet does not start; check with: stat -fc %T /sys/fs/cgroup',
)

/** By field and value. Values that the document sets have findings instead. */
const hazards: ReadonlyMap<string, Hazard> = new Map([['failCgroupV1: true', ExitsOnCgroupV1()]])

/** Effective values that differ in the newer kubelet although the document does not change. */
export function defaultChanges(
  document: ConfigDocument,
  { from, to }: { from: Release; to: Release },
): readonly DefaultChange[] {
  const [old, current] = [new Effective(document, from), new Effective(document, to)]
  return between(materialize(old), materialize(current), {
    from,
    isSet: (field) => current.written(field) !== undefined,
  })
}

/** The same for a document that drop-ins were merged into: its defaults are in it, without a place. */
export function changesOfMerged(
  before: ConfigDocument,
  after: ConfigDocument,
  { from, to }: { from: Release; to: Release },
): readonly DefaultChange[] {
  const current = new Merged(after, to)
  return between(before, after, { from, isSet: (field) => current.written(field) !== undefined })
}

interface Newer {
  readonly from: Release
  isSet(field: string): boolean
}

const between = (before: ConfigDocument, after: ConfigDocument, { from, isSet }: Newer): readonly DefaultChange[] =>
  diff(before, after).map((change) => {
    const field = fieldOf(change.path)
    const isNew = !isKnown(field, from)
    const isWritten = isNew && isSet(field)
    const hazard = isWritten ? undefined : hazards.get(`${change.path}: ${change.after}`)
    return { ...change, isNew, isWritten, ...(hazard && { hazard }) }
  })

/** Without keys of maps and items of lists. */
const fieldOf = (path: string): string => path.replace(/\[.*/, '')

const isKnown = (path: string, release: Release): boolean =>
  fields.some((field) => field.path === path && knows(release, field))
