import type { Problem } from './rule.ts'

interface Ungated {
  readonly field: string
  /** The value in the message, if the field may have other values. */
  readonly value?: string | number | boolean
  readonly gate: string
}

/** A field is used while its feature gate is disabled. */
export const withoutGate = ({ field, value, gate }: Ungated): Problem => ({
  reason: 'FieldValueForbidden',
  subject: field,
  message: `${value === undefined ? '' : `${value} `}needs the feature gate ${gate}`,
  remedy: `set featureGates.${gate}: true, or omit the field`,
})
