import { isObject, type Json, type JsonObject } from '../model/object.ts'
import { badRequest, notImplemented } from '../model/refusal.ts'
import { isSet, mergeKeyOf } from '../schema/merge-keys.ts'
import { checkOrder, inOrder, retainedFields } from './directives.ts'
import { goText } from './go-text.ts'

const deletions = '$deleteFromPrimitiveList/'
const orders = '$setElementOrder/'

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

function mergeFields(original: JsonObject, { $retainKeys: retained, ...changes }: JsonObject): JsonObject {
  const merged: Record<string, Json | undefined> = { ...retainedFields(original, changes, retained) }
  for (const [field, value] of Object.entries(changes)) {
    if (field.startsWith(orders)) continue
    if (field.startsWith(deletions)) {
      const name = field.slice(deletions.length)
      merged[name] = without(merged[name], value)
    } else if (field.startsWith('$')) throw notImplemented(`the directive ${field} of a strategic merge patch`)
    else if (value === null || value === undefined) delete merged[field]
    else merged[field] = strategicMerge(merged[field], value, field)
  }
  for (const [directive, wanted] of Object.entries(changes))
    if (directive.startsWith(orders)) reorder(directive.slice(orders.length), { original, changes, merged, wanted })
  return merged
}

interface Reorder {
  readonly original: JsonObject
  readonly changes: JsonObject
  readonly merged: Record<string, Json | undefined>
  readonly wanted: Json | undefined
}

function reorder(field: string, { original, changes, merged, wanted }: Reorder): void {
  const [items, before, changed] = [merged[field], original[field], changes[field]]
  const key = mergeKeyOf(field)
  if (!Array.isArray(wanted)) throw badRequest(`$setElementOrder/${field} is not a list`)
  if (Array.isArray(changed)) checkOrder(changed, wanted, key)
  if (Array.isArray(items)) merged[field] = inOrder(items, { wanted, before: Array.isArray(before) ? before : [], key })
}

const without = (list: Json | undefined, gone: Json | undefined): Json =>
  Array.isArray(list) ? list.filter((item) => !(Array.isArray(gone) && gone.includes(item))) : []

/** The items of the patch come in its order, as in the API server. */
function mergeList(original: readonly Json[], patch: readonly Json[], field: string): Json {
  const key = mergeKeyOf(field)
  if (isSet(field)) return inOrder([...new Set([...original, ...patch])], { wanted: patch, before: original, key })
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
  return inOrder([...kept, ...added.map((item) => strategicMerge({}, item))], { wanted: patch, before: original, key })
}

function keyed(item: Json, key: string): JsonObject {
  if (isObject(item) && (item[key] !== undefined || item['$patch'] === 'replace')) return item
  throw badRequest(`map: ${goText(item)} does not contain declared merge key: ${key}`)
}
