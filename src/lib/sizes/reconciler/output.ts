import { reasoned } from '../../message/describe.ts'
import { dryRunSuffix } from '../../output/dry-run.ts'
import { errorData, factsData } from '../../output/facts-data.ts'
import { formatAmounts } from '../../pods/amounts.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import { showRoundedDown } from '../resize/output.ts'
import type { Restored } from './carry-out.ts'
import type { NodeRestored, Noop, RestorePlan } from './restore-nodes.ts'

/** What became of one node, on one line; of a node that failed, stderr has it. */
export function restoredLine(done: Restored | Noop, mode: DryRunMode): string {
  const { node, outcome, why } = done
  const { message } = reasoned(why)
  const about = message.replace(/^node '[^']*': /, '')
  if (done.outcome === 'noop') return `node/${node} unchanged: ${showRoundedDown(done.size)}: ${about}\n`
  const past = outcome === 'planned' ? 'resized' : outcome
  return `node/${node} ${past}: ${showRoundedDown(done.before)} → ${showRoundedDown(done.after)}: ${about}${dryRunSuffix[mode]}\n`
}

interface Report {
  readonly plan: RestorePlan
  readonly items: readonly NodeRestored[]
  readonly mode: DryRunMode
}

export const restoreReport = ({ plan, items, mode }: Report): object => ({
  dryRun: mode,
  items: items.map(({ node, outcome: { value, failure } }) =>
    failure === undefined ? doneData(value) : { node, outcome: failure.code, ...errorData(failure) },
  ),
  warnings: factsData(plan.warnings),
})

function doneData(done: Restored | Noop): object {
  const { node, outcome, why } = done
  const isNoop = done.outcome === 'noop'
  return {
    ...{ node, outcome: isNoop ? 'unchanged' : outcome, ...reasoned(why), error: null },
    before: formatAmounts(isNoop ? done.size : done.before),
    after: formatAmounts(isNoop ? done.size : done.after),
    warnings: factsData(isNoop ? [] : done.warnings),
  }
}
