import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import type { Value } from '../model/document.ts'
import { keyPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { inParts, type Problem, unless } from '../rules/rule.ts'
import { isOff, parseThreshold, signalsOf, type Threshold } from '../startup/threshold.ts'
import type { Hazard } from './hazard.ts'

const [hard, soft, merges] = ['evictionHard', 'evictionSoft', 'mergeDefaultEvictionSettings'] as const
const longest = 'evictionMaxPodGracePeriod'
const source = 'pkg/kubelet/eviction/helpers.go, parseThresholdStatement'

/** Without these, a node that runs full has nothing but the OOM killer and failing writes. */
const vital = ['memory.available', 'nodefs.available'] as const

/** Eviction that does not happen, happens too late, or always. */
export const evictionHazards: readonly Hazard[] = [
  {
    id: 'H01',
    severity: 'warning',
    fields: [hard, soft],
    meaning:
      'A threshold of 100% is switched off, as is one of 0%: for memory.available and nodefs.available, evictionHard ' +
      'should have neither.',
    harm: 'The node does not evict pods for this signal, however little is left.',
    remedy: 'use a percentage between, such as 10%, or a quantity such as 100Mi',
    source,
    ...ofEach([hard, soft], ({ field, signal, text }) =>
      text === '100%' || (text === '0%' && field === hard && isVital(signal))
        ? `${quote(text)} switches the threshold off: the kubelet ignores 0% and 100%`
        : undefined,
    ),
  },
  {
    id: 'H02',
    severity: 'warning',
    fields: [hard, soft, merges],
    meaning:
      'evictionHard replaces all default thresholds: it should have memory.available and nodefs.available, unless ' +
      'mergeDefaultEvictionSettings is true.',
    harm: 'The node does not evict pods when its memory or its disk is full: processes are killed, and writes fail.',
    remedy: 'add the defaults, memory.available: 100Mi and nodefs.available: 10%',
    source: 'cmd/kubelet/app/server.go, loadConfigFile',
    check: lostDefaults,
  },
  {
    id: 'H03',
    severity: 'warning',
    fields: [soft, hard],
    meaning: 'A threshold of evictionSoft should be above that of evictionHard for the same signal.',
    harm: 'The hard threshold is reached first: pods are killed at once, and the soft threshold has no effect.',
    remedy: 'raise the soft threshold, or lower the hard one',
    source: 'pkg/kubelet/eviction/eviction_manager.go, synchronize',
    ...ofEach([soft], ({ signal, text }, config) => {
      const other = asText(config.map(hard).get(signal))
      return !isOff(text) && !isOff(other) && isBelow(text, other)
        ? `${quote(text)} must be above ${quote(other)} of evictionHard to have an effect`
        : undefined
    }),
  },
  {
    id: 'H04',
    severity: 'warning',
    fields: [hard, soft],
    meaning: 'An eviction threshold should be below 50%.',
    harm: 'The node is under pressure, evicts pods and takes no new ones while half of the resource is free.',
    remedy: 'the threshold is what must be free, not what may be used: 10% is usual',
    source: 'pkg/kubelet/eviction/helpers.go, thresholdsMet',
    ...ofEach([hard, soft], ({ text }) => {
      const threshold = parseThreshold(text)
      return threshold.kind === 'share' && threshold.share >= 0.5 && threshold.share <= 1 && !isOff(text)
        ? `${quote(text)} puts the node under pressure unless ${text} is free`
        : undefined
    }),
  },
  {
    id: 'H05',
    severity: 'warning',
    fields: [soft, longest],
    meaning: 'evictionMaxPodGracePeriod should be set together with evictionSoft.',
    harm: 'Its default is 0: a soft eviction ends pods at once, whatever terminationGracePeriodSeconds they have.',
    remedy: 'set evictionMaxPodGracePeriod, such as 60',
    source:
      'pkg/kubelet/eviction/eviction_manager.go, synchronize; pkg/kubelet/pod_workers.go, calculateEffectiveGracePeriod',
    check: (config) =>
      unless(config.int(longest) > 0n || thresholdsIn(config, soft).every(({ text }) => isOff(text)), () => ({
        message: `soft eviction ends pods at once, because ${longest} is ${config.int(longest)}`,
      })),
  },
]

const isVital = (signal: string): boolean => vital.some((one) => one === signal)

interface Given {
  readonly field: typeof hard | typeof soft
  readonly signal: string
  readonly text: string
  readonly at: Value
}

/** A check of each threshold by itself; `flawOf` returns a message. */
function ofEach(
  fields: readonly Given['field'][],
  flawOf: (given: Given, config: Effective) => string | undefined,
): Pick<Hazard, 'check' | 'parts'> {
  return inParts(
    fields.map((field) => ({
      reads: [field],
      check: (config) => flawed(config, thresholdsIn(config, field), flawOf),
    })),
  )
}

function flawed(
  config: Effective,
  thresholds: readonly Given[],
  flawOf: (given: Given, config: Effective) => string | undefined,
): readonly Problem[] {
  const problems: Problem[] = []
  for (const given of thresholds) {
    const message = flawOf(given, config)
    const { field, signal, at } = given
    if (message !== undefined) problems.push({ path: keyPath(field, signal), at, subject: signal, message })
  }
  return problems
}

/** Thresholds for known signals that the document has. */
function thresholdsIn(config: Effective, field: Given['field']): readonly Given[] {
  if (config.written(field) === undefined) return []
  const known = signalsOf(config)
  const found: Given[] = []
  for (const [signal, at] of config.map(field))
    if (known.includes(signal) && at.line > 0) found.push({ field, signal, text: asText(at), at })
  return found
}

function lostDefaults(config: Effective): readonly Problem[] {
  if (config.written(hard) === undefined) return []
  const kept = [...config.map(hard).keys(), ...config.map(soft).keys()]
  const lost = vital.filter((signal) => !kept.includes(signal))
  return unless(lost.length === 0, () => ({
    message: `replaces the default thresholds: ${lost.join(' and ')} ${lost.length === 1 ? 'has' : 'have'} none`,
    subject: hard,
    ...(config.isAtLeast('1.33') && { remedy: `add ${defaultsOf(lost)}, or set ${merges}: true` }),
    ...(!config.isAtLeast('1.33') && { remedy: `add ${defaultsOf(lost)}` }),
  }))
}

const defaultsOf = (signals: readonly (typeof vital)[number][]): string =>
  signals.map((signal) => `${signal}: ${signal === 'memory.available' ? '100Mi' : '10%'}`).join(' and ')

/** Only thresholds of one kind can be compared: a share depends on the capacity. */
function isBelow(one: string, other: string): boolean {
  const [low, high] = [parseThreshold(one), parseThreshold(other)].map(amountOf)
  return low !== undefined && high !== undefined && low.kind === high.kind && low.amount <= high.amount
}

function amountOf(threshold: Threshold): { readonly kind: string; readonly amount: bigint | number } | undefined {
  if (threshold.kind === 'flaw') return undefined
  return { kind: threshold.kind, amount: threshold.kind === 'share' ? threshold.share : threshold.amount.nanos }
}
