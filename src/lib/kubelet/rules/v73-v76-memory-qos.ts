import { oneOf } from './one-of.ts'
import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'
import { withoutGate } from './without-gate.ts'

const [factor, policy] = ['memoryThrottlingFactor', 'memoryReservationPolicy']
const gate = 'MemoryQoS'
const tiered = 'TieredReservation'
/** The default up to 1.36, which older files may contain. */
const formerDefault = 0.9

/** Memory that cgroup v2 protects for containers, and the point at which it throttles them. */
export const memoryQosRules: readonly Rule[] = [
  {
    id: 'V73',
    until: '1.36',
    gates: [gate],
    fields: [factor, 'featureGates'],
    meaning: 'memoryThrottlingFactor must be set with the feature gate MemoryQoS.',
    source: validation,
    unbreakable: 'its default is 0.9',
    check: (config) =>
      unless(!config.enabled(gate) || config.has(factor), () => ({
        reason: 'FieldValueRequired',
        subject: factor,
        message: `must be set with the feature gate ${gate}`,
      })),
  },
  {
    id: 'V74',
    since: '1.37',
    gates: [gate],
    fields: [factor, 'featureGates'],
    meaning: 'A memoryThrottlingFactor other than 0.9 requires the feature gate MemoryQoS.',
    source: validation,
    check: (config) =>
      unless(config.enabled(gate) || !config.has(factor) || config.float(factor) === formerDefault, () =>
        withoutGate({ field: factor, value: config.float(factor), gate }),
      ),
  },
  {
    id: 'V75',
    fields: [factor],
    meaning: 'memoryThrottlingFactor must be greater than 0 and at most 1.',
    source: validation,
    check: (config) => {
      const value = config.float(factor)
      return unless(!config.has(factor) || (value > 0 && value <= 1), () => ({
        subject: factor,
        message: `${value} must be greater than 0 and at most 1`,
      }))
    },
  },
  {
    id: 'V76',
    since: '1.36',
    gates: [gate],
    fields: [policy, 'featureGates'],
    meaning: 'memoryReservationPolicy must be None or, with the feature gate MemoryQoS, TieredReservation.',
    source: validation,
    check: (config) => [
      ...unless(config.enabled(gate) || config.text(policy) !== tiered, () =>
        withoutGate({ field: policy, value: tiered, gate }),
      ),
      ...oneOf(policy, config.text(policy), ['None', tiered]),
    ],
  },
]
