import { formatDuration } from '../../quantity/duration.ts'
import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'
import { withoutGate } from './without-gate.ts'

const field = 'crashLoopBackOff.maxContainerRestartPeriod'
const gate = 'KubeletCrashLoopBackOffMax'
const nanosPerMilli = 1_000_000n

/** How long a container that crashes again and again waits for its restart at most. */
export const crashLoopBackOffRules: readonly Rule[] = [
  {
    id: 'V48',
    since: '1.32',
    gates: [gate],
    fields: [field, 'featureGates'],
    meaning: 'crashLoopBackOff.maxContainerRestartPeriod must be set with the feature gate KubeletCrashLoopBackOffMax.',
    source: validation,
    unbreakable: 'with the gate it is 5m where it is not set',
    check: (config) =>
      unless(!config.enabled(gate) || config.has(field), () => ({
        reason: 'FieldValueRequired',
        subject: field,
        message: `must be set with ${gate} on`,
      })),
  },
  {
    id: 'V49',
    since: '1.32',
    gates: [gate],
    fields: [field],
    meaning:
      'crashLoopBackOff.maxContainerRestartPeriod must be from 1s to 300s; fractions of a millisecond do not count.',
    source: validation,
    check: (config) => {
      const millis = config.duration(field) / nanosPerMilli
      const holds = !config.enabled(gate) || !config.has(field) || (millis >= 1_000n && millis <= 300_000n)
      return unless(holds, () => ({
        subject: field,
        message: `${formatDuration(config.duration(field))} must be from 1s to 300s`,
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
        withoutGate({ field, value: formatDuration(config.duration(field)), gate }),
      ),
  },
]
