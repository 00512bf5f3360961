import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Mapping } from '../../kubelet/model/tree.ts'
import { configuration } from '../../kubelet/schema/schema.ts'
import { holdingOf } from './holding.ts'

/** Empty documents, and documents that may be valid but exceed a limit of this program. */
const harmlessRules: ReadonlySet<string> = new Set(['READ-EMPTY', 'READ-SIZE', 'READ-DEPTH'])

/** What is wrong with it, or a field that suggests a KubeletConfiguration. */
export type LikelyConfig = { readonly broken: Finding } | { readonly field: string }

/**
 * Why a document without the header of a KubeletConfiguration may be one: it is broken, or most of its keys are fields
 * of one. undefined when it is something else.
 */
export function likelyConfigOf(reading: Reading): LikelyConfig | undefined {
  if (reading.outcome === 'unreadable') {
    const broken = reading.findings.find(({ rule }) => !harmlessRules.has(rule))
    return broken && { broken }
  }
  if (reading.tree.type !== 'map' || holdingOf(reading) !== 'unnamed') return undefined
  const field = mostlyFields(reading.tree)
  return field === undefined ? undefined : { field }
}

/** Every object has these keys, so they prove nothing. */
const header: ReadonlySet<string> = new Set(['apiVersion', 'kind'])

/** The first field, when fields are more than half of the other keys. */
function mostlyFields({ entries }: Mapping): string | undefined {
  const others = entries.filter(({ key }) => !header.has(key))
  const known = others.filter(({ key }) => configuration.fields.has(key))
  return known.length * 2 > others.length ? known[0]?.key : undefined
}
