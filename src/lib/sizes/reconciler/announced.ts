import { readReport } from '../../agent/report/read-report.ts'
import type { Node } from '../../api/node.ts'
import { agent } from '../../names.ts'
import { amountsOf, resources } from '../../pods/amounts.ts'

/** Why an agent holds a document that lowers allocatable: the balloon is in its way. */
const holdsForBalloon = 'BalloonHoldsRoom'

/**
 * Whether the agent of a node announces that it will restart the kubelet with less allocatable as soon as the balloon has
 * given back, or is just doing so. An agent that is no longer heard announces nothing. Earlier agents also report what they hold for
 * another reason.
 */
export function willShrink({ annotations, allocatable }: Node, isHeard: boolean): boolean {
  const reading = readReport(annotations[agent.annotation.status])
  if (reading.kind !== 'report' || !isHeard) return false
  const { phase, problem, allocatable: announced } = reading.report
  if (announced === undefined || (phase === 'Held' && problem?.reason !== holdsForBalloon)) return false
  const [present, future] = [amountsOf(allocatable), amountsOf({ ...allocatable, ...announced })]
  return resources.some((resource) => future[resource] < present[resource])
}
