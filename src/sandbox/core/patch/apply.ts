import type { Call } from '../model/api.ts'
import { isObject, type Json, type JsonObject, type KubeObject } from '../model/object.ts'
import { Refusal } from '../model/refusal.ts'
import { describeField, fieldsOf, readFields } from '../ownership/field-set.ts'
import { isOf, type Writer } from '../ownership/managed-fields.ts'
import { isTrue } from '../request/verb.ts'
import { mergeKeyOf } from '../schema/merge-keys.ts'
import { strategicMerge } from './strategic.ts'

export interface Applied {
  readonly object: KubeObject
  /** Paths of other managers, overridden by force. */
  readonly taken: ReadonlySet<string>
}

/** Server-side apply to an existing object. Throws Refusal for conflicts with other managers, unless forced. */
export function applyOver(
  live: KubeObject,
  wanted: KubeObject,
  { call, writer }: { call: Call; writer: Writer },
): Applied {
  const [now, fields] = [fieldsOf(live), fieldsOf(wanted)]
  const merged = strategicMerge(live as unknown as Json, wanted as unknown as Json) as unknown as KubeObject
  const after = fieldsOf(merged)
  const entries = live.metadata.managedFields ?? []
  const conflicts = entries
    .filter((entry) => !isOf(entry, writer))
    .flatMap((entry) =>
      readFields(entry.fieldsV1)
        .filter(({ path }) => fields.has(path) && !same(now.get(path)?.value, after.get(path)?.value))
        .map(({ path }) => ({ path, with: describeManager(entry) })),
    )
  if (conflicts.length > 0 && !isTrue(call.query['force'])) throw conflictOf(conflicts)
  const others = new Set(entries.filter((entry) => !isOf(entry, writer)).flatMap(({ fieldsV1 }) => pathsOf(fieldsV1)))
  const before = pathsOf(entries.find((entry) => isOf(entry, writer))?.fieldsV1)
  const given = before.filter((path) => !fields.has(path) && !others.has(path))
  return { object: given.reduce(withoutField, merged), taken: new Set(conflicts.map(({ path }) => path)) }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const pathsOf = (fieldsV1: unknown): string[] => readFields(fieldsV1).map(({ path }) => path)

const describeManager = ({
  manager = '',
  subresource,
  operation,
  apiVersion = '',
}: {
  manager?: string
  subresource?: string
  operation?: string
  apiVersion?: string
}): string => {
  const part = subresource === undefined ? '' : ` with subresource "${subresource}"`
  return `"${manager}"${part}${operation === 'Update' ? ` using ${apiVersion}` : ''}`
}

/** The answer of structured-merge-diff, merge/conflict.go. */
function conflictOf(conflicts: readonly { path: string; with: string }[]): Refusal {
  const managers = [...new Set(conflicts.map((each) => each.with))]
  const texts = managers.map((manager) => {
    const fields = conflicts.filter((each) => each.with === manager).map(({ path }) => describeField(path))
    if (fields.length === 1) return `conflict with ${manager}: ${fields[0]}`
    return `conflicts with ${manager}:\n${fields.map((field) => `- ${field}`).join('\n')}`
  })
  const count = conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`
  return new Refusal(409, 'Conflict', `Apply failed with ${count}: ${texts.join('\n')}`, {
    details: {
      causes: conflicts.map((each) => ({
        reason: 'FieldManagerConflict',
        message: `conflict with ${each.with}`,
        field: describeField(each.path),
      })),
    },
  })
}

/** Removes a field that its only owner no longer applies. */
function withoutField(object: KubeObject, path: string): KubeObject {
  return prune(object as unknown as JsonObject, path.split('\u0000')) as unknown as KubeObject
}

function prune(value: Json | undefined, [step = '', ...more]: readonly string[]): Json | undefined {
  if (step.startsWith('k:') && Array.isArray(value)) {
    const [[key, wanted] = ['', null]] = Object.entries(JSON.parse(step.slice(2)) as Record<string, Json>)
    const isIt = (item: Json) => isObject(item) && item[key] === wanted
    return more.length === 0
      ? value.filter((item) => !isIt(item))
      : value.map((item) => (isIt(item) ? prune(item, more)! : item))
  }
  const field = step.slice(2)
  if (step.startsWith('v:') && Array.isArray(value)) return value.filter((item) => JSON.stringify(item) !== field)
  if (!isObject(value) || !Object.hasOwn(value, field)) return value
  const { [field]: inner, ...rest } = value
  if (more.length === 0) return rest
  const pruned = prune(inner, more)
  const emptied = isObject(pruned) && Object.keys(pruned).length === 0 && mergeKeyOf(field) === undefined
  return emptied ? rest : { ...value, [field]: pruned }
}
