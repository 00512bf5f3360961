import { domain } from '../../../names.ts'
import { expected } from '../../decode/expected-header.ts'
import type { Release } from '../../model/releases.ts'
import { beyondSchema } from './beyond.ts'
import { fieldSchemas } from './field-schema.ts'
import type { Keywords } from './keywords.ts'

/** Drafts of JSON Schema; the schemas here have the same meaning in both. */
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
 * A schema of the KubeletConfigurations that the kubelet of a release accepts without unknown fields. Where the schema
 * accepts more or less than the kubelet, beyond.ts lists the rule.
 */
export function jsonSchema(release: Release, draft: Draft): JsonSchema {
  const header = { apiVersion: { enum: [expected.apiVersion] }, kind: { enum: [expected.kind] } }
  return {
    $schema: drafts[draft],
    $id: `https://${domain}/schemas/kubelet/${release}/${draft}.json`,
    title: `KubeletConfiguration of kubelet ${release}`,
    $comment: `Not expressed here: ${Object.keys(beyondSchema).join(', ')}. kubeletcfg validate checks them all.`,
    type: 'object',
    required: Object.keys(header),
    properties: { ...header, ...without(fieldSchemas(release), Object.keys(header)) },
    additionalProperties: false,
  }
}

const without = <Value>(entries: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => !names.includes(name)))
