import type { Call } from '../model/api.ts'
import type { Kind } from '../model/kinds.ts'
import { isObject, type JsonObject, type KubeObject } from '../model/object.ts'
import { Refusal } from '../model/refusal.ts'
import { Unreadable } from '../model/unreadable.ts'
import { knownFields } from './known-fields.ts'
import type { PlainShape, Shape } from './shape.ts'

/**
 * The object with the fields of its kind. Unknown fields are dropped, warned about or refused, as fieldValidation in
 * the query requires. Throws Unreadable when a value has the wrong type.
 */
export function decode(object: KubeObject, { target, query, warnings }: Call): KubeObject {
  const found: string[] = []
  const shape = knownFields[target.kind.resource]!
  const kept = read(object, shape, { path: '', kind: target.kind.kind, found })
  const texts = found.map((path) => `unknown field "${path}"`)
  if (texts.length > 0 && query['fieldValidation'] === 'Strict')
    throw new Unreadable(`strict decoding error: ${texts.join(', ')}`)
  if (query['fieldValidation'] !== 'Ignore') warnings.push(...texts)
  return kept as KubeObject
}

/** Server-side apply refuses unknown fields regardless of fieldValidation (structured-merge-diff, typed). */
export function checkTyped(object: KubeObject, kind: Kind): void {
  const found: string[] = []
  const problem = misfitOf(object, { path: '', kind: kind.kind, found }, knownFields[kind.resource]!)
  const why = found[0] === undefined ? problem : `.${found[0]}: field not declared in schema`
  if (why === undefined) return
  const { namespace = '', name } = object.metadata
  const type = `/${kind.version}, Kind=${kind.kind}`
  const id = `${namespace}/${name}; ${kind.group}${type}`
  throw new Refusal(500, '', `failed to create typed patch object (${id}): ${why}`)
}

function misfitOf(object: KubeObject, walk: Walk, shape: Shape): string | undefined {
  try {
    read(object, shape, walk)
    return undefined
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    throw error
  }
}

interface Walk {
  readonly path: string
  readonly kind: string
  /** Collects the paths of unknown fields. */
  readonly found: string[]
}

/** A value of the wrong type, and Go's name of the expected type. */
interface Misfit {
  readonly value: unknown
  readonly wanted: string
}

type Check = (value: unknown) => Misfit | undefined

const check =
  (admits: (value: unknown) => boolean, wanted: string): Check =>
  (value) =>
    admits(value) ? undefined : { value, wanted }

const text = check((value) => typeof value === 'string', 'string')
const each = (items: readonly unknown[], of: Check): Misfit | undefined => items.map(of).find(Boolean)

const plain: Readonly<Record<PlainShape, Check>> = {
  any: () => undefined,
  flag: check((value) => typeof value === 'boolean', 'bool'),
  list: check((value) => Array.isArray(value) && value.every(isObject), '[]struct'),
  number: check((value) => typeof value === 'number', 'int64'),
  object: check(isObject, 'struct'),
  text,
  textList: (value) => (Array.isArray(value) ? each(value, text) : { value, wanted: '[]string' }),
  texts: (value) => (isObject(value) ? each(Object.values(value), text) : { value, wanted: 'map[string]string' }),
}

function read(value: unknown, shape: Shape, walk: Walk): unknown {
  if (typeof shape === 'string') {
    const misfit = plain[shape](value)
    if (misfit !== undefined) throw mistyped(misfit, walk)
    return value
  }
  if (!Array.isArray(shape)) return readFields(value, shape as Exclude<Shape, PlainShape | readonly unknown[]>, walk)
  if (!Array.isArray(value)) throw mistyped({ value, wanted: '[]struct' }, walk)
  return value.map((item, i) => read(item, shape[0], { ...walk, path: `${walk.path}[${i}]` }))
}

/** Null fields count as absent, and so do maps of texts without an entry (`omitempty` of k8s.io/api). */
function readFields(value: unknown, shape: Readonly<Record<string, Shape>>, walk: Walk): JsonObject {
  if (!isObject(value)) throw mistyped({ value, wanted: 'struct' }, walk)
  const kept: Record<string, unknown> = {}
  for (const [field, inner] of Object.entries(value)) {
    const path = walk.path === '' ? field : `${walk.path}.${field}`
    if (!Object.hasOwn(shape, field)) walk.found.push(path)
    else if (inner !== null && inner !== undefined) {
      const found = read(inner, shape[field]!, { ...walk, path })
      if (shape[field] !== 'texts' || Object.keys(found as JsonObject).length > 0) kept[field] = found
    }
  }
  return kept as JsonObject
}

const mistyped = ({ value, wanted }: Misfit, { kind, path }: Walk): Unreadable =>
  new Unreadable(`json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field ${kind}.${path} of type ${wanted}`)

/** Type names of Go's encoding/json. */
const jsonTypeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array'
  if (value === null) return 'null'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
