import { defaults } from '../data/defaults.ts'
import { decodeScalar } from '../decode/decode-scalar.ts'
import type { Default } from '../model/default.ts'
import type { Unplaced, Value } from '../model/document.ts'
import { perRelease } from '../model/per-release.ts'
import type { Release } from '../model/releases.ts'
import type { Scalar } from '../model/tree.ts'
import { configuration, knows, type Schema } from '../schema/schema.ts'

/** The place of a value that the document does not have. */
export const nowhere = { line: 0, column: 0 } as const

/** The defaults of a release by path; those that depend on other fields or on gates are in derived.ts. */
export const defaultsOf = perRelease((release): ReadonlyMap<string, Value> => {
  const those = defaults.filter((row) => knows(release, row))
  return new Map(those.map((row) => [row.path, placed(decodeDefault(row))]))
})

/** What the table says about a path in a release. */
export const defaultRowOf = (path: string, release: Release): Default | undefined =>
  defaults.findLast((row) => row.path === path && knows(release, row))

export const placed = (value: Unplaced): Value => ({ ...value, ...nowhere })

function decodeDefault({ path, value }: Default): Unplaced {
  if (typeof value === 'object') return { type: 'list', items: value.map((item) => placed(text(item))) }
  const schema = schemaAt(path)
  if (schema?.type !== 'scalar') throw new Error(`the table of defaults has ${path}, which is not a scalar`)
  const decoded = decodeScalar(schema.scalar, scalarOf(value))
  if (decoded.type === 'mismatch') throw new Error(`the default of ${path} does not decode: ${value}`)
  return decoded
}

const text = (value: string): Unplaced => ({ type: 'string', value })

function scalarOf(value: string | number | boolean): Scalar {
  const kind = typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'bool' : numberKind(value)
  return { type: 'scalar', kind, text: `${value}`, ...nowhere }
}

const numberKind = (value: number): 'int' | 'float' => (Number.isInteger(value) ? 'int' : 'float')

/** By the names of structs and their fields: `authentication.webhook.cacheTTL`. */
export function schemaAt(path: string): Schema | undefined {
  let schema: Schema | undefined = configuration
  for (const name of path.split('.')) schema = schema?.type === 'struct' ? schema.fields.get(name) : undefined
  return schema
}
