import { oneOf } from './one-of.ts'
import type { Rule } from './rule.ts'
import { validation } from './sources.ts'

/** How a pod reaches itself through a Service. */
export const hairpinModeRules: readonly Rule[] = [
  {
    id: 'V59',
    fields: ['hairpinMode'],
    meaning: 'hairpinMode must be none, hairpin-veth or promiscuous-bridge.',
    source: validation,
    check: (config) => oneOf('hairpinMode', config.text('hairpinMode'), ['none', 'hairpin-veth', 'promiscuous-bridge']),
  },
]
