import type { Line } from '../../message/line.ts'
import { type Amounts, formatAmounts, resources } from '../../pods/amounts.ts'
import { pendingSizeOf } from '../plan/plan.ts'
import { exceeds, grows, nameOf, type Share, shrunk } from '../plan/share.ts'
import type { NodeOutcome } from '../resize/apply-resizes.ts'
import { resizeReport, showRoundedDown } from '../resize/output.ts'
import type { SplitPlan } from './split.ts'

/** What the nodes share, and the resizes in their order. Empty when no node would be resized. */
export function describeSplit({ request, host, steps, refusal }: SplitPlan): readonly Line[] {
  const smaller = steps.filter(exceeds).map((share) => line(share, pendingSizeOf(share.measured), shrunk(share).target))
  const larger = steps.filter(grows).map((share) => line(share, shrunk(share).target, share.target))
  if (smaller.length + larger.length === 0 && refusal === undefined) return []
  return [[`host: ${showRoundedDown(host)}${originOf(request.host)}`], ...smaller, ...larger]
}

const line = (share: Share, before: Amounts, after: Amounts): Line => [
  `node/${nameOf(share)}: ${showRoundedDown(before)} → ${showRoundedDown(after)}`,
]

function originOf(given: Partial<Amounts>): string {
  const found = resources.filter((resource) => given[resource] === undefined)
  if (found.length === 0) return ''
  return `, ${found.length === resources.length ? '' : `${found.join()}: `}the largest allocatable of the nodes`
}

export const splitReport = (plan: SplitPlan, items: readonly NodeOutcome[]): object => ({
  host: formatAmounts(plan.host),
  ...resizeReport({ plan, items }),
})
