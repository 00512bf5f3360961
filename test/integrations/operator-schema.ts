import { parse } from 'yaml'
import { operatorDefinition } from './programs.ts'

type Json = { readonly [name: string]: unknown }

/** The schema of a definition of the Prometheus operator, which takes no field that it does not name, as kubectl apply --validate=strict. */
export async function operatorSchema(plural: 'prometheusrules' | 'podmonitors'): Promise<Json> {
  const text = await operatorDefinition(plural)
  const definition = parse(text) as { spec: { versions: { name: string; schema: { openAPIV3Schema: Json } }[] } }
  const { schema } = definition.spec.versions.find(({ name }) => name === 'v1')!
  return JSON.parse(JSON.stringify(schema.openAPIV3Schema), (key, value) => {
    // Go's way to ignore the case of what follows.
    if (key === 'pattern') return value.replace('(?i)(', '(?i:')
    const isClosed =
      value?.type === 'object' && value.properties !== undefined && value.additionalProperties === undefined
    return isClosed ? { ...value, additionalProperties: false } : value
  })
}
