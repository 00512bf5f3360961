import { expected } from '../../kubelet/decode/expected-header.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { domain } from '../../names.ts'
import { beyondSchema } from './beyond.ts'
import { fieldSchemas } from './field-schema.ts'
import type { Keywords } from './keywords.ts'

/** Drafts of JSON Schema; what is made from here means the same in both. */
export const drafts = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
} as const

export type Draft = keyof typeof drafts

export interface JsonSchema extends Keywords {
  readonly $schema: string
  readonly $id: string
  readonly title: string
  readonly $comment: string
}

/**
 * A schema of the KubeletConfigurations that the kubelet of a release takes, and finds no unknown field in. What it lets
 * through although the kubelet does not, and the other way round, is listed in beyond.ts.
 */
export function jsonSchema(release: Release, draft: Draft): JsonSchema {
  const header = { apiVersion: { enum: [expected.apiVersion] }, kind: { enum: [expected.kind] } }
  return {
    $schema: drafts[draft],
    $id: `https://${domain}/schemas/kubelet/${release}/${draft}.json`,
    title: `KubeletConfiguration of kubelet ${release}`,
    $comment: `Not said here: ${Object.keys(beyondSchema).join(', ')}. kubeletcfg validate knows them all.`,
    type: 'object',
    required: Object.keys(header),
    properties: { ...header, ...without(fieldSchemas(release), Object.keys(header)) },
    additionalProperties: false,
  }
}

const without = <Value>(entries: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => !names.includes(name)))
