import { isObject } from '../model/object.ts'
import { isSet, mergeKeyOf } from '../schema/merge-keys.ts'

/** A leaf of an object: a value, an atomic list, or an item of a set or of a keyed list. */
export interface Field {
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
export function fieldsOf(object: object): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>()
  for (const [name, value] of Object.entries(object)) {
    if (unowned.has(name) || value === undefined) continue
    if (name === 'metadata') collectMetadata(value as object, found)
    else collect(value, { steps: [`f:${name}`], field: name }, found)
  }
  return found
}

function collectMetadata(metadata: object, found: Map<string, Field>): void {
  for (const [name, value] of Object.entries(metadata))
    if (!unowned.has(`metadata.${name}`) && value !== undefined)
      collect(value, { steps: ['f:metadata', `f:${name}`], field: name }, found)
}

interface Position {
  readonly steps: readonly string[]
  /** Name of the field with the value; it determines how a list is merged. */
  readonly field: string
}

function collect(value: unknown, { steps, field }: Position, found: Map<string, Field>): void {
  const key = mergeKeyOf(field)
  if (isObject(value) && Object.keys(value).length > 0) {
    for (const [name, inner] of Object.entries(value))
      if (inner !== undefined) collect(inner, { steps: [...steps, `f:${name}`], field: name }, found)
  } else if (Array.isArray(value) && key !== undefined && value.every(isObject)) {
    for (const item of value) {
      const inside = [...steps, `k:${JSON.stringify({ [key]: item[key] })}`]
      found.set(inside.join(separator), { path: inside.join(separator), value: item[key] })
      collect(item, { steps: inside, field: '' }, found)
    }
  } else if (Array.isArray(value) && isSet(field)) {
    for (const item of value) {
      const path = [...steps, `v:${JSON.stringify(item)}`].join(separator)
      found.set(path, { path, value: item })
    }
  } else {
    const path = steps.join(separator)
    found.set(path, { path, value })
  }
}

/** Leaves that differ between two objects, with their values in `after`. */
export function differingFields(before: object, after: object): ReadonlyMap<string, Field> {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const paths = new Set([...old.keys(), ...now.keys()])
  const different = [...paths].filter(
    (path) => JSON.stringify(old.get(path)?.value) !== JSON.stringify(now.get(path)?.value),
  )
  return new Map(different.map((path) => [path, { path, value: now.get(path)?.value }]))
}

type Tree = { [step: string]: Tree }

/** FieldsV1 of these leaves. Equal sets share one object, because many pods have the same. */
export function writeFields(fields: readonly Field[]): object {
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
export function readFields(tree: unknown): Field[] {
  const found: Field[] = []
  walk(tree, [], found)
  return found
}

function walk(tree: unknown, steps: readonly string[], found: Field[]): void {
  if (!isObject(tree)) return
  const inner = Object.entries(tree)
  if (steps.length > 0 && (inner.length === 0 || steps.at(-1)?.startsWith('k:'))) {
    const path = steps.join(separator)
    found.push({ path, value: undefined })
  }
  for (const [step, below] of inner) walk(below, [...steps, step], found)
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
