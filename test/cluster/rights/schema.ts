import type { Send, Who } from './api.ts'

/** Of OpenAPI v3, what is used here. */
export interface Schema {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly 'x-kubernetes-patch-merge-key'?: string
  readonly 'x-kubernetes-list-type'?: string
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
}

/** Schemas by name, such as io.k8s.api.core.v1.Node. */
export type Schemas = ReadonlyMap<string, Schema>

const documents = ['api/v1', 'apis/apps/v1', 'apis/coordination.k8s.io/v1'] as const

/** As the API server describes its objects itself. */
export async function readSchemas(send: Send, admin: Who): Promise<Schemas> {
  const read = async (document: string) => {
    const { body } = await send(admin, { method: 'GET', path: `/openapi/v3/${document}` })
    return Object.entries((body as { components: { schemas: Record<string, Schema> } }).components.schemas)
  }
  return new Map((await Promise.all(documents.map(read))).flat())
}

/** What a reference stands for, with what is said beside it. */
export function resolve(schemas: Schemas, schema: Schema): Schema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref
  if (reference === undefined) return schema
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  const found = schemas.get(name)
  if (found === undefined) throw new Error(`no schema ${name}`)
  const { $ref: _, allOf: __, ...siblings } = schema
  return { ...found, ...siblings }
}

export const referenceOf = ({ $ref, allOf }: Schema): string | undefined => $ref ?? allOf?.[0]?.$ref

const time = '2026-01-01T00:00:00.000000Z'

/** A value that is valid, and differs from the one that is there. */
export function otherThan(schema: Schema, value: unknown): unknown {
  const { type, format } = schema
  if (schema.enum) return schema.enum.find((one) => one !== value && one !== '')
  if (type === 'boolean') return value !== true
  if (type === 'integer' || type === 'number') return typeof value === 'number' ? value + 1 : 3
  if (format === 'date-time') return value === time ? time.replace('2026', '2025') : time
  if (format === 'byte') return value === 'eA==' ? 'eQ==' : 'eA=='
  if (schema.oneOf) return value === '3' ? '4' : '3'
  if (type === 'string') return value === 'rights-test' ? 'rights-other' : 'rights-test'
  return { 'f:metadata': { 'f:labels': {} } }
}

/** With what is required, and no more. */
export function least(schemas: Schemas, of: Schema): unknown {
  const schema = resolve(schemas, of)
  if (schema.items) return []
  if (schema.additionalProperties) return {}
  if (!schema.properties) return otherThan(schema, undefined)
  const keys = new Set([...(schema.required ?? [])])
  return Object.fromEntries([...keys].map((key) => [key, least(schemas, schema.properties?.[key] ?? {})]))
}
