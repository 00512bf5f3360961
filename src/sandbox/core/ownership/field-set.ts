import { isObject } from '../model/object.ts'
import { isSet, mergeKeyOf } from '../schema/merge-keys.ts'

/** A leaf of an object: a value, an atomic list, or an item of a set or of a keyed list. */
export interface OwnedField {
  /** Steps of FieldsV1, such as `f:data`, `k:{"name":"x"}` or `v:"x"`, joined by a NUL character. */
  readonly path: string
  readonly value: unknown
}

const separator = '\u0000'

/** Fields without owners (apimachinery, managedfields/internal/stripmeta.go). */
const unowned = new Set([
  'apiVersion',
  'kind',
  'metadata.creationTimestamp',
  'metadata.deletionGracePeriodSeconds',
  'metadata.deletionTimestamp',
  'metadata.generation',
  'metadata.managedFields',
  'metadata.name',
  'metadata.namespace',
  'metadata.resourceVersion',
  'metadata.uid',
])

/** All leaves of an object, by path. */
export function fieldsOf(object: object): ReadonlyMap<string, OwnedField> {
  const found = new Map<string, OwnedField>()
  for (const [name, value] of Object.entries(object)) {
    if (unowned.has(name) || value === undefined) continue
    if (name === 'metadata') collectMetadata(value as object, found)
    else collect(value, { path: `f:${name}`, field: name }, found)
  }
  return found
}

function collectMetadata(metadata: object, found: Map<string, OwnedField>): void {
  for (const [name, value] of Object.entries(metadata))
    if (!unowned.has(`metadata.${name}`) && value !== undefined)
      collect(value, { path: `f:metadata${separator}f:${name}`, field: name }, found)
}

interface Position {
  readonly path: string
  /** Name of the field with the value; it determines how a list is merged. */
  readonly field: string
}

function collect(value: unknown, { path, field }: Position, found: Map<string, OwnedField>): void {
  if (isObject(value)) collectInside(value, { path, field }, found)
  else if (Array.isArray(value)) collectList(value, { path, field }, found)
  else found.set(path, { path, value })
}

function collectInside(value: object, { path }: Position, found: Map<string, OwnedField>): void {
  const inner = Object.entries(value)
  if (inner.length === 0) found.set(path, { path, value })
  for (const [name, below] of inner)
    if (below !== undefined) collect(below, { path: `${path}${separator}f:${name}`, field: name }, found)
}

function collectList(list: readonly unknown[], { path, field }: Position, found: Map<string, OwnedField>): void {
  const key = mergeKeyOf(field)
  if (key !== undefined && list.every(isObject)) {
    for (const item of list) {
      const inside = `${path}${separator}k:${JSON.stringify({ [key]: item[key] })}`
      found.set(inside, { path: inside, value: item[key] })
      collect(item, { path: inside, field: '' }, found)
    }
  } else if (isSet(field)) {
    for (const item of list) {
      const inside = `${path}${separator}v:${JSON.stringify(item)}`
      found.set(inside, { path: inside, value: item })
    }
  } else {
    found.set(path, { path, value: list })
  }
}

/** Leaves that differ between two objects, with their values in the second. */
export function differing(
  before: ReadonlyMap<string, OwnedField>,
  after: ReadonlyMap<string, OwnedField>,
): ReadonlyMap<string, OwnedField> {
  const gone = [...before.keys()].filter((path) => !after.has(path)).map((path) => ({ path, value: undefined }))
  const changed = [...after.values()].filter(({ path, value }) => !sameLeaf(before.get(path)?.value, value))
  return new Map([...gone, ...changed].map((field) => [field.path, field]))
}

const sameLeaf = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

type Tree = { [step: string]: Tree }

/** FieldsV1 of these leaves. Equal sets share one object, because many pods have the same. */
export function writeFields(fields: readonly OwnedField[]): object {
  const root: Tree = {}
  for (const { path } of fields) {
    let at = root
    for (const step of path.split(separator)) {
      at[step] ??= {}
      at = at[step]
    }
  }
  return intern(root)
}

const interned = new Map<string, object>()
const maxInterned = 1000

function intern(tree: object): object {
  const text = JSON.stringify(tree)
  const known = interned.get(text)
  if (known !== undefined) return known
  if (interned.size >= maxInterned) interned.clear()
  interned.set(text, tree)
  return tree
}

/** The leaves of a FieldsV1, without values. */
export function readFields(tree: unknown): OwnedField[] {
  const found: OwnedField[] = []
  if (isObject(tree)) for (const [step, below] of Object.entries(tree)) walk(below, { step, path: step }, found)
  return found
}

function walk(
  tree: unknown,
  { step, path }: { readonly step: string; readonly path: string },
  found: OwnedField[],
): void {
  if (!isObject(tree)) return
  const inner = Object.entries(tree)
  if (inner.length === 0 || step.startsWith('k:')) found.push({ path, value: undefined })
  for (const [step, below] of inner) walk(below, { step, path: `${path}${separator}${step}` }, found)
}

/** A path as in messages of conflicts: `.spec.containers[name="balloon"].image`. */
export const describeField = (path: string): string =>
  path
    .split(separator)
    .map((step) => {
      if (step.startsWith('f:')) return `.${step.slice(2)}`
      if (step.startsWith('v:')) return `[=${step.slice(2)}]`
      const [[key, value] = ['', '']] = Object.entries(JSON.parse(step.slice(2)) as Record<string, unknown>)
      return `[${key}=${JSON.stringify(value)}]`
    })
    .join('')
