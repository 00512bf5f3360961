import type { Problem } from './rule.ts'

interface Ungated {
  readonly field: string
  /** As a message shows it, where the field may have others. */
  readonly value?: string | number | boolean
  readonly gate: string
}

/** A field is used while its feature gate is off. */
export const withoutGate = ({ field, value, gate }: Ungated): Problem => ({
  reason: 'FieldValueForbidden',
  subject: field,
  message: `${value === undefined ? '' : `${value} `}needs the feature gate ${gate}`,
  remedy: `set featureGates.${gate}: true, or leave the field out`,
})
