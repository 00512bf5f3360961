import { isObject, type Json, type JsonObject, sameJson } from '../model/object.ts'
import { badRequest, Refusal } from '../model/refusal.ts'
import { goText } from './go-text.ts'

/** The fields that $retainKeys allows; all without it. Throws Refusal when the patch has others. */
export function retainedFields(original: JsonObject, changes: JsonObject, retained: Json | undefined): JsonObject {
  if (retained === undefined) return original
  const isRetained = (field: string): boolean => Array.isArray(retained) && retained.includes(field)
  const isAllowed = ([field, value]: [string, unknown]) => value === null || field.startsWith('$') || isRetained(field)
  if (!Array.isArray(retained) || !Object.entries(changes).every(isAllowed))
    throw badRequest('invalid patch format of retainKeys')
  return Object.fromEntries(Object.entries(original).filter(([field]) => isRetained(field)))
}

/** Throws Refusal when the items of a patch do not follow their $setElementOrder. */
export function checkOrder(items: readonly Json[], wanted: readonly Json[], key: string | undefined): void {
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
export function inOrder(items: readonly Json[], { wanted, before, key }: Order): Json[] {
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
