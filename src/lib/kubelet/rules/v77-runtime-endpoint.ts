import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'

const field = 'containerRuntimeEndpoint'

/** The socket of the container runtime. */
export const runtimeEndpointRules: readonly Rule[] = [
  {
    id: 'V77',
    fields: [field],
    meaning: 'containerRuntimeEndpoint must be set.',
    source: validation,
    unbreakable: "if it is empty or not set, it is containerd's socket",
    check: (config) =>
      unless(config.text(field) !== '', () => ({
        reason: 'FieldValueRequired',
        subject: field,
        message: 'must be set',
      })),
  },
]
