import type { Effective } from '../defaults/effective.ts'
import { quote } from '../model/quote.ts'
import { oneOf } from './one-of.ts'
import { type Problem, type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'
import { withoutGate } from './without-gate.ts'

const field = 'memorySwap.swapBehavior'
const gate = 'NodeSwap'

/** A value of other releases is not a typing error, and the most similar value means something else. */
function checkBehavior(config: Effective): readonly Problem[] {
  const [behavior, isNew] = [config.text(field), config.isAtLeast('1.30')]
  const problems = oneOf(field, behavior, [isNew ? 'NoSwap' : 'UnlimitedSwap', 'LimitedSwap', ''])
  if (behavior !== (isNew ? 'UnlimitedSwap' : 'NoSwap')) return problems
  const remedy = isNew ? 'UnlimitedSwap was removed in 1.30' : 'NoSwap was added in 1.30'
  return problems.map((problem) => ({ ...problem, remedy }))
}

/** How containers may use swap. */
export const memorySwapRules: readonly Rule[] = [
  {
    id: 'V46',
    gates: [gate],
    fields: [field],
    meaning: 'memorySwap.swapBehavior must be LimitedSwap, UnlimitedSwap (up to 1.29), NoSwap (from 1.30) or empty.',
    source: validation,
    check: (config) => (config.enabled(gate) ? checkBehavior(config) : []),
  },
  {
    id: 'V47',
    gates: [gate],
    fields: [field, 'featureGates'],
    meaning: 'memorySwap.swapBehavior requires the feature gate NodeSwap.',
    source: validation,
    check: (config) =>
      unless(config.enabled(gate) || config.text(field) === '', () =>
        withoutGate({ field, value: quote(config.text(field)), gate }),
      ),
  },
]
