import { nodeSubject } from '../fact.ts'
import type { Amounts } from './amounts.ts'
import type { ResizePlan } from './plan.ts'
import type { UsageNote } from './size-fact.ts'

/**
 * Whether a node that is to become smaller uses more memory than its new size: requests then promise less than pods have.
 * Cpu is not compared: pods share it.
 */
export function usageAboveSize(node: string, plan: ResizePlan, used: Amounts | undefined): UsageNote | undefined {
  if (plan.verb !== 'resize' || plan.after.memory >= plan.before.memory) return undefined
  const subject = nodeSubject(node)
  if (used === undefined) return { reason: 'NodeNotMeasured', subject }
  if (used.memory <= plan.after.memory) return undefined
  return { reason: 'UsageAboveSize', subject, used: used.memory, size: plan.after.memory }
}
