import type { NodeEvent } from '../../loop/events/node-event.ts'
import type { Level } from '../../loop/log-line.ts'
import type { Fact } from '../../message/fact.ts'
import type { ReconcilerFact } from './reconciler-messages.ts'

const reasons: Readonly<Record<string, string>> = {
  SizeRestored: 'NodeSizeRestored',
  NodeOvercommitted: 'NodeSizeGivenBack',
  AllocatableWillShrink: 'NodeSizeGivenBack',
  ResizeNotGrantedInTime: 'NodeResizeReverted',
  BornTooLarge: 'NodeSizeGivenBack',
  NodeNotRestored: 'NodeSizeNotRestored',
  DesiredSizeInvalid: 'NodeSizeUnreadable',
}

/** Of what was done, the reason why tells more. */
function reasonOf(fact: Fact): string {
  const { reason } =
    fact.reason === 'NodeRestored' ? (fact as Extract<ReconcilerFact, { outcome: unknown }>).because : fact
  return reasons[reason] ?? reason
}

/** The Event of what a reconciler reports of a Node. */
export function sizeEvent(level: Level, fact: Fact): NodeEvent {
  const reason = reasonOf(fact)
  return {
    node: fact.subject?.name ?? '',
    type: level === 'warning' ? 'Warning' : 'Normal',
    reason,
    action: 'Reconcile',
    fact,
    key: reason,
  }
}
