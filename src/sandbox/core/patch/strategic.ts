import { isObject, type Json, type JsonObject } from '../model/object.ts'
import { badRequest, notImplemented } from '../model/refusal.ts'
import { isSet, mergeKeyOf } from '../schema/merge-keys.ts'

const deletions = '$deleteFromPrimitiveList/'

/** Like a merge patch, except that the items of keyed lists are merged. */
export function strategicMerge(original: Json | undefined, patch: Json, field = ''): Json {
  if (Array.isArray(patch)) return mergeList(Array.isArray(original) ? original : [], patch, field)
  if (!isObject(patch)) return patch
  const { $patch: directive, ...changes } = patch
  if (directive === 'replace') return changes
  if (directive === 'delete') return {}
  if (directive !== undefined && directive !== 'merge') throw notImplemented(`$patch: ${String(directive)}`)
  return mergeFields(isObject(original) ? original : {}, changes)
}

function mergeFields(original: JsonObject, changes: JsonObject): JsonObject {
  const merged: Record<string, Json | undefined> = { ...original }
  for (const [field, value] of Object.entries(changes)) {
    if (field.startsWith(deletions)) {
      const name = field.slice(deletions.length)
      merged[name] = without(merged[name], value)
    } else if (field.startsWith('$')) throw notImplemented(`the directive ${field} of a strategic merge patch`)
    else if (value === null || value === undefined) delete merged[field]
    else merged[field] = strategicMerge(merged[field], value, field)
  }
  return merged
}

const without = (list: Json | undefined, gone: Json | undefined): Json =>
  Array.isArray(list) ? list.filter((item) => !(Array.isArray(gone) && gone.includes(item))) : []

/** New items come first, as in the API server. */
function mergeList(original: readonly Json[], patch: readonly Json[], field: string): Json {
  const key = mergeKeyOf(field)
  if (isSet(field)) return [...new Set([...original, ...patch])]
  if (key === undefined) return patch.filter((item) => !(isObject(item) && '$patch' in item))
  const changes = patch.map((item) => keyed(item, key))
  if (changes.some((item) => item['$patch'] === 'replace')) return changes.filter((item) => !('$patch' in item))
  const changeOf = (item: Json) => changes.find((change) => isObject(item) && change[key] === item[key])
  const kept = original.flatMap((item) => {
    const change = changeOf(item)
    if (change?.['$patch'] === 'delete') return []
    return [change === undefined ? item : strategicMerge(item, change)]
  })
  const added = changes.filter(
    (change) => change['$patch'] !== 'delete' && !original.some((item) => isObject(item) && item[key] === change[key]),
  )
  return [...added.map((item) => strategicMerge({}, item)), ...kept]
}

function keyed(item: Json, key: string): JsonObject {
  if (isObject(item) && (item[key] !== undefined || item['$patch'] === 'replace')) return item
  throw badRequest(`map: ${goText(item)} does not contain declared merge key: ${key}`)
}

/** A value as Go's %v prints it. */
export function goText(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`
  if (!isObject(value)) return value === null ? '<nil>' : String(value)
  const fields = Object.keys(value).sort()
  return `map[${fields.map((field) => `${field}:${goText(value[field])}`).join(' ')}]`
}
