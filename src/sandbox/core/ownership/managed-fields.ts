import type { V1ManagedFieldsEntry } from '@kubernetes/client-node'
import type { Wire } from '../../../lib/api/object.ts'
import type { Call } from '../model/api.ts'
import { type KubeObject, sameJson } from '../model/object.ts'
import { differing, fieldsOf, type OwnedField, readFields, writeFields } from './field-set.ts'

export type Operation = 'Apply' | 'Update'
type Entry = Wire<V1ManagedFieldsEntry>

/** Who wrote, how and when. */
export interface Writer {
  readonly manager: string
  readonly operation: Operation
  /** RFC 3339. */
  readonly at: string
  readonly subresource?: string | undefined
}

/** The field manager of a request; by default, the first part of its user agent. */
export const managerOf = ({ query, headers }: Call): string =>
  query['fieldManager'] || headers['user-agent']?.split('/')[0] || 'unknown'

/** Makes the writer own all fields of a new object except its status. */
export function owned(object: KubeObject, writer: Writer): KubeObject {
  const { status: _status, ...own } = object as KubeObject & { status?: unknown }
  const fields = fieldsOf(own)
  return fields.size === 0 ? object : withEntries(object, [entryOf(object, writer, fields)])
}

/** Makes the writer of an update own the fields that it changed. Fields that no longer exist lose their owners. */
export function ownedAfterUpdate(object: KubeObject, previous: KubeObject, writer: Writer): KubeObject {
  const present = fieldsOf(object)
  const changed = differing(fieldsOf(previous), present)
  if (changed.size === 0) return object
  const entries = (previous.metadata.managedFields ?? []).flatMap((entry) => {
    const own = isOf(entry, writer)
    const kept = readFields(entry.fieldsV1).filter(({ path }) => present.has(path) && (own || !changed.has(path)))
    return kept.length === 0 || own ? [] : [{ ...entry, fieldsV1: writeFields(kept) }]
  })
  const before = (previous.metadata.managedFields ?? []).find((entry) => isOf(entry, writer))
  const mine = [
    ...readFields(before?.fieldsV1).filter(({ path }) => present.has(path) && !changed.has(path)),
    ...[...changed.values()].filter(({ path }) => present.has(path)),
  ]
  return withEntries(object, mine.length === 0 ? entries : [...entries, entryOf(object, writer, mine)])
}

/** Makes the writer of an apply own the fields that it names. Other managers lose the fields in `taken`. */
export function ownedAfterApply(
  object: KubeObject,
  previous: KubeObject,
  { writer, fields, taken }: { writer: Writer; fields: Iterable<OwnedField>; taken: ReadonlySet<string> },
): KubeObject {
  const present = fieldsOf(object)
  const others = (previous.metadata.managedFields ?? [])
    .filter((entry) => !isOf(entry, writer))
    .flatMap((entry) => {
      const kept = readFields(entry.fieldsV1).filter(({ path }) => present.has(path) && !taken.has(path))
      return kept.length === 0 ? [] : [{ ...entry, fieldsV1: writeFields(kept) }]
    })
  const before = (previous.metadata.managedFields ?? []).find((entry) => isOf(entry, writer))
  const mine = entryOf(object, writer, [...fields])
  const unchanged = before !== undefined && sameJson(before.fieldsV1, mine.fieldsV1) && sameJson(object, previous)
  return withEntries(object, [...others, unchanged ? before : mine])
}

export const isOf = (entry: Entry, { manager, operation, subresource }: Writer): boolean =>
  entry.manager === manager && entry.operation === operation && (entry.subresource ?? '') === (subresource ?? '')

const entryOf = (
  { apiVersion }: KubeObject,
  writer: Writer,
  fields: readonly OwnedField[] | ReadonlyMap<string, OwnedField>,
): Entry => ({
  manager: writer.manager,
  operation: writer.operation,
  apiVersion,
  time: writer.at,
  fieldsType: 'FieldsV1',
  fieldsV1: writeFields([...fields.values()]),
  ...(writer.subresource !== undefined && { subresource: writer.subresource }),
})

const withEntries = (object: KubeObject, entries: readonly Entry[]): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, managedFields: entries.toSorted(byAge) },
})

/** Apply before Update, then oldest first (apimachinery, managedfields/internal, sortEncodedManagedFields). */
const byAge = (one: Entry, other: Entry): number => (rankOf(one) < rankOf(other) ? -1 : 1)

const rankOf = ({ operation, time, manager, subresource }: Entry): string =>
  [operation, time, manager, subresource].join('\u0000')
