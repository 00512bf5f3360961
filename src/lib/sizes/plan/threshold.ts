import { nodeSubject } from '../../message/fact.ts'
import { type Amounts, equal, formatAmount, formatAmounts, none, type Resource, resources } from '../../pods/amounts.ts'
import type { NodeTotals } from '../model/node-size.ts'
import type { NodeState } from '../model/node-state.ts'
import { ThresholdCrossed, type ThresholdFact, ThresholdNotKnown } from './threshold-messages.ts'

/** What a percentage of each amount is a percentage of; undefined: it has none. */
export const wholeOf = {
  size: 'allocatable',
  allocatable: undefined,
  balloon: 'allocatable',
  requested: 'size',
  free: 'size',
  used: 'size',
  drift: 'size',
} as const

export type AmountField = keyof typeof wholeOf
export const amountFields = Object.keys(wholeOf) as readonly AmountField[]

/** Fields that are true or false. */
export const flagFields = ['pending', 'drift'] as const
export type FlagField = (typeof flagFields)[number]

/** What is typed before an operator, or alone. */
export const thresholdFields: readonly string[] = [
  ...amountFields.flatMap((field) => resources.map((resource) => `${field}.${resource}`)),
  ...flagFields,
  'state',
]

type Compare = (left: bigint, right: bigint) => boolean

export const comparisons = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
} as const satisfies Record<string, Compare>

export type Operator = keyof typeof comparisons

/** What must not be the case, as `--fail-if` has it; `text` is what was typed. */
export type Threshold = { readonly text: string } & (
  | {
      readonly kind: 'amount'
      readonly field: AmountField
      readonly resource: Resource
      readonly operator: Operator
      /** In billionths of a percent, or an amount. */
      readonly limit: { readonly nanoPercent: bigint } | { readonly amount: bigint }
    }
  | { readonly kind: 'flag'; readonly field: FlagField }
  | { readonly kind: 'state'; readonly operator: '=' | '!='; readonly state: NodeState }
)

/** What is known of a node. */
export interface Judged extends Pick<NodeTotals, 'node' | 'state' | 'size' | 'allocatable' | 'balloon'> {
  readonly requested: Amounts
  readonly free: Amounts
  /** undefined: not known. */
  readonly used: Amounts | undefined
  /** How much larger the node is than it is to be. undefined: not known. */
  readonly drift: Amounts | undefined
}

/** Whether thresholds need more than nodes and pods. */
export const needsUsage = (thresholds: readonly Threshold[]): boolean =>
  thresholds.some((threshold) => threshold.kind === 'amount' && threshold.field === 'used')

export const needsDrift = (thresholds: readonly Threshold[]): boolean =>
  thresholds.some((threshold) => threshold.kind !== 'state' && threshold.field === 'drift')

/** The thresholds that nodes fail: by node, in the order of the thresholds. */
export const crossedBy = (nodes: readonly Judged[], thresholds: readonly Threshold[]): readonly ThresholdFact[] =>
  nodes.flatMap((node) => thresholds.flatMap((threshold) => crossed(node, threshold) ?? []))

const notGranted: readonly NodeState[] = ['Resizing', 'Deferred', 'Infeasible']

function crossed(judged: Judged, threshold: Threshold): ThresholdFact | undefined {
  const about = { subject: nodeSubject(judged.node.name), threshold: threshold.text }
  switch (threshold.kind) {
    case 'state': {
      const { state } = judged
      if ((state === threshold.state) !== (threshold.operator === '=')) return undefined
      return ThresholdCrossed({ ...about, field: 'state', value: state })
    }
    case 'flag': {
      const value = flagOf(judged, threshold.field)
      if (value === undefined) return ThresholdNotKnown({ ...about, field: threshold.field })
      return value === '' ? undefined : ThresholdCrossed({ ...about, field: threshold.field, value })
    }
    case 'amount':
      return crossedAmount(judged, threshold, about)
  }
}

/** The text of what is the case; '' if nothing is, undefined if that is not known. */
function flagOf({ state, drift }: Judged, field: FlagField): string | undefined {
  if (field === 'pending') return notGranted.includes(state) ? state : ''
  if (drift === undefined) return undefined
  const { cpu, memory } = formatAmounts(drift)
  return equal(drift, none) ? '' : `cpu ${cpu}, memory ${memory}`
}

const nanoPercentOfAll = 100_000_000_000n

function crossedAmount(
  judged: Judged,
  { field, resource, operator, limit }: Extract<Threshold, { kind: 'amount' }>,
  about: Pick<ThresholdFact, 'subject' | 'threshold'>,
): ThresholdFact | undefined {
  const name = `${field}.${resource}`
  const amount = judged[field]?.[resource]
  if (amount === undefined) return ThresholdNotKnown({ ...about, field: name })
  const whole = judged[wholeOf[field] ?? field]?.[resource] ?? 0n
  const isCrossed =
    'amount' in limit
      ? comparisons[operator](amount, limit.amount)
      : comparisons[operator](amount * nanoPercentOfAll, whole * limit.nanoPercent)
  if (!isCrossed) return undefined
  const percent =
    'amount' in limit || whole <= 0n ? undefined : { value: percentText(amount, whole), of: wholeOf[field] ?? field }
  return ThresholdCrossed({ ...about, field: name, value: formatAmount[resource](amount), percent })
}

const tenthsOfAll = 1000n

/** With one decimal, cut off. */
function percentText(part: bigint, whole: bigint): string {
  const tenths = (part * tenthsOfAll) / whole
  const [sign, size] = tenths < 0n ? ['-', -tenths] : ['', tenths]
  return `${sign}${size / 10n}.${size % 10n}%`
}
