import { parseDuration } from '../../quantity/duration.ts'
import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import type { Value } from '../model/document.ts'
import { keyPath } from '../model/path.ts'
import { placeOfKey } from '../rules/place-in.ts'
import type { Problem, Rule } from '../rules/rule.ts'
import { flawedEntries } from './flawed-entries.ts'
import { isOff, parseThreshold, signalsOf } from './threshold.ts'

const source = 'pkg/kubelet/eviction/helpers.go, ParseThresholdConfig'
const thresholds = ['evictionHard', 'evictionSoft'] as const
const [gracePeriods, minimumReclaim] = ['evictionSoftGracePeriod', 'evictionMinimumReclaim'] as const

/** Eviction of pods when the node runs out of a resource. */
export const evictionRules: readonly Rule[] = [
  {
    id: 'S01',
    fields: thresholds,
    reads: [...thresholds, 'mergeDefaultEvictionSettings'],
    meaning:
      'Eviction thresholds must be for known signals, and percentages from 0 to 100 or quantities greater than 0.',
    source,
    check: (config) => thresholds.flatMap((field) => problemsIn(config, field, flawOfThreshold)),
  },
  {
    id: 'S02',
    fields: ['evictionSoft', gracePeriods],
    meaning:
      'Each soft eviction threshold must have a grace period, which must be a duration and must not be negative.',
    source,
    check: (config) => [...problemsIn(config, gracePeriods, flawOfGracePeriod), ...withoutGracePeriod(config)],
  },
  {
    id: 'S03',
    fields: [minimumReclaim],
    meaning:
      'evictionMinimumReclaim must be for known signals, with percentages greater than 0 or quantities that are ' +
      'not negative.',
    source,
    check: (config) => problemsIn(config, minimumReclaim, flawOfReclaim),
  },
]

const problemsIn = (config: Effective, field: string, flawOf: (text: string) => string | undefined) =>
  flawedEntries(config, field, { what: 'the signal', keys: signalsOf(config), flawOf })

const neither = 'must be a percentage such as 10% or a quantity such as 100Mi'

/** Compares as the kubelet does: `nan%` is neither below 0 nor above 100. */
function flawOfThreshold(text: string): string | undefined {
  if (isOff(text)) return undefined
  const threshold = parseThreshold(text)
  if (threshold.kind === 'flaw') return neither
  if (threshold.kind === 'amount') return threshold.amount.nanos > 0n ? undefined : 'must be greater than 0'
  return threshold.share < 0 || threshold.share > 1 ? 'must be from 0% to 100%' : undefined
}

function flawOfReclaim(text: string): string | undefined {
  const threshold = parseThreshold(text)
  if (threshold.kind === 'flaw') return neither
  if (threshold.kind === 'share') return threshold.share <= 0 ? 'must be greater than 0%' : undefined
  return threshold.amount.nanos < 0n ? 'must not be negative' : undefined
}

function flawOfGracePeriod(text: string): string | undefined {
  const nanos = parseDuration(text)
  if (typeof nanos === 'string') return 'must be a duration such as 1m30s'
  return nanos < 0n ? 'must not be negative' : undefined
}

function withoutGracePeriod(config: Effective): readonly Problem[] {
  const given = config.map(gracePeriods)
  const known = signalsOf(config)
  const active = ([signal, value]: [string, Value]): boolean => known.includes(signal) && !isOff(asText(value))
  return [...config.map('evictionSoft')]
    .filter((entry) => active(entry) && !given.has(entry[0]))
    .map(([signal]) => ({
      ...placeOfKey(config, 'evictionSoft', signal),
      reason: 'FieldValueRequired',
      message: `the soft threshold ${signal} needs a grace period`,
      remedy: `set ${keyPath(gracePeriods, signal)}, such as 1m30s`,
    }))
}
