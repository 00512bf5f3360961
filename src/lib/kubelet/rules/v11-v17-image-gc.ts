import type { Effective } from '../defaults/effective.ts'
import { keeps, percentage } from './limit.ts'
import { type Problem, type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'
import { withoutGate } from './without-gate.ts'

const [high, low] = ['imageGCHighThresholdPercent', 'imageGCLowThresholdPercent']
const [maximum, minimum] = ['imageMaximumGCAge', 'imageMinimumGCAge']
const gate = 'ImageMaximumGCAge'

const notNegative = (config: Effective, field: string): readonly Problem[] => {
  const value = config.duration(field)
  return unless(value >= 0n, () => ({ subject: field, message: `${config.durationText(field)} must not be negative` }))
}

/** The number, marked as a default when the file does not have it. */
const shown = (config: Effective, field: string): string =>
  `${config.int(field)}${config.written(field) === undefined ? ' (default)' : ''}`

/** Garbage collection of unused images: disk usage and age. */
export const imageGcRules: readonly Rule[] = [
  {
    id: 'V11',
    fields: [high],
    meaning: 'imageGCHighThresholdPercent must be from 0 to 100.',
    source: validation,
    check: keeps(high, percentage),
  },
  {
    id: 'V12',
    fields: [low],
    meaning: 'imageGCLowThresholdPercent must be from 0 to 100.',
    source: validation,
    check: keeps(low, percentage),
  },
  {
    id: 'V13',
    fields: [low, high],
    meaning: 'imageGCLowThresholdPercent must be less than imageGCHighThresholdPercent.',
    source: validation,
    check: (config) =>
      unless(config.int(low) < config.int(high), () => ({
        subject: low,
        message: `${shown(config, low)} must be less than ${high} ${shown(config, high)}`,
        remedy: 'set both thresholds',
      })),
  },
  {
    id: 'V14',
    since: '1.29',
    gates: [gate],
    fields: [maximum],
    meaning: 'imageMaximumGCAge requires the feature gate ImageMaximumGCAge.',
    source: validation,
    check: (config) =>
      unless(config.enabled(gate) || config.duration(maximum) === 0n, () =>
        withoutGate({ field: maximum, value: config.durationText(maximum), gate }),
      ),
  },
  {
    id: 'V15',
    since: '1.36',
    fields: [minimum],
    meaning: 'imageMinimumGCAge must not be negative.',
    source: validation,
    check: (config) => notNegative(config, minimum),
  },
  {
    id: 'V16',
    since: '1.29',
    fields: [maximum],
    meaning: 'imageMaximumGCAge must not be negative.',
    source: validation,
    check: (config) => notNegative(config, maximum),
  },
  {
    id: 'V17',
    since: '1.29',
    fields: [maximum, minimum],
    meaning: 'imageMaximumGCAge must be greater than imageMinimumGCAge, if it is set.',
    source: validation,
    check: (config) => {
      const [most, least] = [config.duration(maximum), config.duration(minimum)]
      return unless(most <= 0n || most > least, () => ({
        subject: maximum,
        message: `${config.durationText(maximum)} must be greater than ${minimum} ${config.durationText(minimum)}`,
      }))
    },
  },
]
