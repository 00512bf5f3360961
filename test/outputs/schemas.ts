import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

const folder = join(import.meta.dirname, '..', '..', 'schemas', 'v1alpha1')

interface Schema {
  readonly $id: string
  readonly [keyword: string]: unknown
}

/** By the name of the file, without its ending. */
export const schemas: ReadonlyMap<string, Schema> = new Map(
  globSync('*.json', { cwd: folder })
    .toSorted()
    .map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
)

/** What the other schemas refer to describes no output of its own. */
export const outputSchemas: readonly string[] = [...schemas.keys()].filter((name) => name !== 'definitions')

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, schemas: [...schemas.values()] })

/** The name of the schema that describes an output. */
export const schemaNameOf = (output: unknown): string =>
  Array.isArray(output) ? 'Validations' : String((output as { kind?: unknown }).kind)

export function validatorOf(name: string): ValidateFunction {
  const validate = ajv.getSchema(schemas.get(name)?.$id ?? '')
  if (validate === undefined) throw new Error(`no schema describes ${name}`)
  return validate
}
