import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'
import { withoutGate } from './without-gate.ts'

const [query, handler] = ['enableSystemLogQuery', 'enableSystemLogHandler']
const gate = 'NodeLogQuery'

/** Whether clients can query the logs of system services. */
export const logQueryRules: readonly Rule[] = [
  {
    id: 'V78',
    gates: [gate],
    fields: [query, 'featureGates'],
    meaning: 'enableSystemLogQuery requires the feature gate NodeLogQuery.',
    source: validation,
    check: (config) =>
      unless(config.enabled(gate) || !config.bool(query), () => withoutGate({ field: query, value: true, gate })),
  },
  {
    id: 'V79',
    fields: [query, handler],
    meaning: 'enableSystemLogQuery requires enableSystemLogHandler.',
    source: validation,
    check: (config) =>
      unless(!config.bool(query) || config.bool(handler), () => ({
        reason: 'FieldValueForbidden',
        subject: query,
        message: `true requires ${handler}: true`,
        remedy: `set ${handler}: true, or ${query}: false`,
      })),
  },
]
