import { formatDuration } from '../../quantity/duration.ts'
import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'
import { withoutGate } from './without-gate.ts'

const field = 'cpuCFSQuotaPeriod'
const gate = 'CustomCPUCFSQuotaPeriod'

const millisecond = 1_000_000n
const usual = 100n * millisecond
const [shortest, longest] = [millisecond, 1000n * millisecond]

/** The period of the CPU quota. The gate is on by default from 1.36. */
export const cfsQuotaRules: readonly Rule[] = [
  {
    id: 'V09',
    gates: [gate],
    fields: [field],
    meaning: 'A cpuCFSQuotaPeriod other than 100ms requires the feature gate CustomCPUCFSQuotaPeriod.',
    source: validation,
    check: (config) => {
      const period = config.duration(field)
      return unless(config.enabled(gate) || period === usual, () =>
        withoutGate({ field, value: `${config.durationText(field)} is not ${formatDuration(usual)} and`, gate }),
      )
    },
  },
  {
    id: 'V10',
    gates: [gate],
    fields: [field],
    meaning: 'With the feature gate CustomCPUCFSQuotaPeriod, cpuCFSQuotaPeriod must be from 1ms to 1s.',
    source: validation,
    check: (config) => {
      const period = config.duration(field)
      return unless(!config.enabled(gate) || (period >= shortest && period <= longest), () => ({
        subject: field,
        message: `${config.durationText(field)} must be from ${formatDuration(shortest)} to ${formatDuration(longest)}`,
      }))
    },
  },
]
