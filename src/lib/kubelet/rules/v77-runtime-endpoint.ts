import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'

const field = 'containerRuntimeEndpoint'

/** Where the container runtime listens. */
export const runtimeEndpointRules: readonly Rule[] = [
  {
    id: 'V77',
    fields: [field],
    meaning: 'containerRuntimeEndpoint must be set.',
    source: validation,
    unbreakable: "where it is empty or not set, it is containerd's",
    check: (config) =>
      unless(config.text(field) !== '', () => ({
        reason: 'FieldValueRequired',
        subject: field,
        message: 'must be set',
      })),
  },
]
