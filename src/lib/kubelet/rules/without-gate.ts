import type { Problem } from './rule.ts'

/** A field is used while its feature gate is off. `what` names field and value. */
export const withoutGate = (what: string, gate: string): Problem => ({
  message: `${what} needs the feature gate ${gate}`,
  remedy: `set featureGates.${gate}: true, or leave the field out`,
})
