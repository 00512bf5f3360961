import type { Observation } from '../model/event.ts'
import type { RescueReport } from '../ports/rescue.ts'

/** The name of the node's own files in the orders of the rescue, beside the checkpoints of documents. */
export const localInOrders = 'local'

/** What the rescue reports, for the core. */
export function rescueSeen(report: RescueReport | undefined): Observation {
  if (report === undefined) return { kind: 'rescue', report: undefined }
  const { checkpoint, rescued, bootId } = report
  return {
    kind: 'rescue',
    report: { rescued, checkpoint: checkpoint === localInOrders ? undefined : checkpoint, bootId },
  }
}
