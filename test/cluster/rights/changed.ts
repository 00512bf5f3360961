import type { Mutation, Step } from './mutations.ts'

type Json = Record<string, unknown> | unknown[]

/** The object after a mutation. */
export function changed<Of>(object: Of, { steps, value }: Mutation): Of {
  const copy = structuredClone(object)
  let at = copy as Json
  for (const [depth, { key }] of steps.entries()) {
    if (depth === steps.length - 1) put(at, key, value)
    else {
      // Elements are created with what they need, too.
      if (get(at, key) === undefined) put(at, key, structuredClone(steps[depth + 1]?.fill))
      at = get(at, key) as Json
    }
  }
  return copy
}

export const get = (of: unknown, key: string | number): unknown => (of as Record<string, unknown> | undefined)?.[key]

function put(of: Json, key: string | number, value: unknown): void {
  if (Array.isArray(of)) of.splice(Number(key), 1, ...(value === undefined ? [] : [value]))
  else if (value === undefined) delete of[key]
  else of[key] = value
}

export const valueAt = (object: unknown, steps: readonly Step[]): unknown =>
  steps.reduce<unknown>((at, { key }) => get(at, key), object)

/** RFC 6902. */
export function jsonPatch(before: unknown, mutation: Mutation): readonly object[] {
  const after = changed(before, mutation)
  const { steps, value } = mutation
  const missing = steps.findIndex((_, depth) => valueAt(before, steps.slice(0, depth + 1)) === undefined)
  const until = missing < 0 ? steps.length : missing + 1
  const where = steps.slice(0, until)
  const path = where.map(({ key }) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  if (value === undefined) return [{ op: 'remove', path }]
  return [{ op: missing < 0 ? 'replace' : 'add', path, value: valueAt(after, where) }]
}

/** RFC 7386: lists as a whole. */
export function mergePatch(before: unknown, mutation: Mutation): unknown {
  const after = changed(before, mutation)
  const list = mutation.steps.findIndex(({ key }) => typeof key === 'number')
  const where = list < 0 ? mutation.steps : mutation.steps.slice(0, list)
  return nested(where, valueAt(after, where) ?? null)
}

/** With elements by their merge keys. */
export const strategicPatch = (before: unknown, mutation: Mutation): unknown =>
  byKeys(before, mutation, ({ mergeKey }) => (mergeKey === undefined ? undefined : [mergeKey]), true)

/** What an apply says that has no other field; undefined: it cannot remove. */
export function applied(before: unknown, mutation: Mutation): object | undefined {
  if (mutation.value === undefined) return undefined
  return byKeys(before, mutation, ({ mapKeys }) => mapKeys, false) as object
}

function byKeys(
  before: unknown,
  mutation: Mutation,
  keysOf: (step: Step) => readonly string[] | undefined,
  canRemove: boolean,
): unknown {
  const after = changed(before, mutation)
  const { steps } = mutation
  const build = (depth: number): unknown => {
    const here = steps.slice(0, depth)
    const step = steps[depth]
    if (step === undefined) return mutation.value === undefined ? null : valueAt(after, here)
    if (typeof step.key !== 'number') {
      // A parent that is new comes as a whole: its required fields are beside the one that is tried.
      if (depth > 0 && valueAt(before, here) === undefined && mutation.value !== undefined) return valueAt(after, here)
      return { [step.key]: build(depth + 1) }
    }
    const keys = keysOf(step)
    if (keys === undefined) return valueAt(after, here) ?? null
    const isRemoval = mutation.value === undefined && depth === steps.length - 1
    const element = valueAt(isRemoval ? before : after, [...here, step])
    const identity = Object.fromEntries(keys.map((key) => [key, get(element, key)]))
    if (isRemoval) return canRemove ? [{ $patch: 'delete', ...identity }] : []
    const rest = build(depth + 1)
    return [typeof rest === 'object' && rest !== null ? { ...identity, ...rest } : rest]
  }
  return build(0)
}

const nested = (steps: readonly Step[], value: unknown): unknown =>
  steps.reduceRight<unknown>((inner, { key }) => ({ [key]: inner }), value)
