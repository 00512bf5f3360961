import { isObject, type Json, type JsonObject, sameJson } from '../model/object.ts'
import { badRequest, notImplemented, Refusal } from '../model/refusal.ts'
import { isSet, mergeKeyOf } from '../schema/merge-keys.ts'
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

/** The fields that $retainKeys allows; all without it. Throws Refusal when the patch has others. */
function retainedFields(original: JsonObject, changes: JsonObject, retained: Json | undefined): JsonObject {
  if (retained === undefined) return original
  const isRetained = (field: string): boolean => Array.isArray(retained) && retained.includes(field)
  const isAllowed = ([field, value]: [string, unknown]) => value === null || field.startsWith('$') || isRetained(field)
  if (!Array.isArray(retained) || !Object.entries(changes).every(isAllowed))
    throw badRequest('invalid patch format of retainKeys')
  return Object.fromEntries(Object.entries(original).filter(([field]) => isRetained(field)))
}

/** Throws Refusal when the items of a patch do not follow their $setElementOrder. */
function checkOrder(items: readonly Json[], wanted: readonly Json[], key: string | undefined): void {
  const changed = items.filter((item) => !(isObject(item) && '$patch' in item))
  let next = 0
  for (const each of wanted) if (next < changed.length && isSame(changed[next]!, each, key)) next++
  if (next < changed.length)
    throw new Refusal(
      500,
      '',
      `The order in patch list:\n${goText([...items])}\n doesn't match $setElementOrder list:\n${goText([...wanted])}\n`,
    )
}

interface Order {
  /** Of the directive $setElementOrder: keys, or values of a list without keys. */
  readonly wanted: readonly Json[]
  /** The list before the patch. */
  readonly before: readonly Json[]
  readonly key: string | undefined
}

/**
 * The items of a list in the wanted order. Items that the order does not name keep theirs; each stands before the first
 * named item that it preceded before the patch (apimachinery, strategicpatch, mergeSortedSlice).
 */
function inOrder(items: readonly Json[], { wanted, before, key }: Order): Json[] {
  const position = (item: Json, list: readonly Json[]): number => list.findIndex((other) => isSame(item, other, key))
  const sorted = (some: readonly Json[], by: readonly Json[]): Json[] =>
    some.toSorted((a, b) => position(a, by) - position(b, by))
  const named = sorted(
    items.filter((item) => position(item, wanted) >= 0),
    wanted,
  )
  const others = sorted(
    items.filter((item) => position(item, wanted) < 0),
    before,
  )
  const precedes = (a: Json, b: Json): boolean => {
    const [first, second] = [position(a, before), position(b, before)]
    return first >= 0 && second >= 0 && first < second
  }
  const result: Json[] = []
  for (const next of named) {
    while (others.length > 0 && precedes(others[0]!, next)) result.push(others.shift()!)
    result.push(next)
  }
  return [...result, ...others]
}

const isSame = (a: Json, b: Json, key: string | undefined): boolean =>
  key === undefined ? sameJson(a, b) : isObject(a) && isObject(b) && sameJson(a[key] ?? null, b[key] ?? null)
