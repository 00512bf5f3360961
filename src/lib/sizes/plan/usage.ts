import { nodeSubject } from '../../message/fact.ts'
import type { Amounts } from '../../pods/amounts.ts'
import { NodeNotMeasured, UsageAboveSize, type UsageNote } from '../model/size-messages.ts'
import type { ResizePlan } from './plan.ts'

/**
 * Whether a node that is to become smaller uses more memory than its new size: requests then promise less than pods have.
 * Cpu is not compared: pods share it.
 */
export function usageAboveSize(node: string, plan: ResizePlan, used: Amounts | undefined): UsageNote | undefined {
  if (plan.verb !== 'resize' || plan.after.memory >= plan.before.memory) return undefined
  const subject = nodeSubject(node)
  if (used === undefined) return NodeNotMeasured({ subject })
  if (used.memory <= plan.after.memory) return undefined
  return UsageAboveSize({ subject, used: used.memory, size: plan.after.memory })
}
