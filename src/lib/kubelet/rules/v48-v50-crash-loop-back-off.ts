import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'
import { withoutGate } from './without-gate.ts'

const field = 'crashLoopBackOff.maxContainerRestartPeriod'
const gate = 'KubeletCrashLoopBackOffMax'
const nanosPerMilli = 1_000_000n

/** The maximum delay before a crashing container is restarted. */
export const crashLoopBackOffRules: readonly Rule[] = [
  {
    id: 'V48',
    since: '1.32',
    gates: [gate],
    fields: [field, 'featureGates'],
    meaning: 'crashLoopBackOff.maxContainerRestartPeriod must be set with the feature gate KubeletCrashLoopBackOffMax.',
    source: validation,
    unbreakable: 'with the feature gate, its default is 5m',
    check: (config) =>
      unless(!config.enabled(gate) || config.has(field), () => ({
        reason: 'FieldValueRequired',
        subject: field,
        message: `must be set with the feature gate ${gate}`,
      })),
  },
  {
    id: 'V49',
    since: '1.32',
    gates: [gate],
    fields: [field],
    meaning:
      'crashLoopBackOff.maxContainerRestartPeriod must be from 1s to 300s; fractions of a millisecond are ignored.',
    source: validation,
    check: (config) => {
      const millis = config.duration(field) / nanosPerMilli
      const holds = !config.enabled(gate) || !config.has(field) || (millis >= 1_000n && millis <= 300_000n)
      return unless(holds, () => ({
        subject: field,
        message: `${config.durationText(field)} must be from 1s to 300s`,
      }))
    },
  },
  {
    id: 'V50',
    since: '1.32',
    gates: [gate],
    fields: [field, 'featureGates'],
    meaning: 'crashLoopBackOff.maxContainerRestartPeriod requires the feature gate KubeletCrashLoopBackOffMax.',
    source: validation,
    check: (config) =>
      unless(config.enabled(gate) || !config.has(field), () =>
        withoutGate({ field, value: config.durationText(field), gate }),
      ),
  },
]
