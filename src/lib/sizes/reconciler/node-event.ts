import { type EventBody, microTime } from '../../api/event.ts'
import { safeText } from '../../loop/events/safe-text.ts'
import { adviceOf } from '../../message/describe.ts'
import type { Fact } from '../../message/fact.ts'
import { reconciler } from '../../names.ts'
import type { ReconcilerFact } from './reconciler-messages.ts'

interface About {
  readonly level: 'info' | 'warning'
  readonly fact: Fact
  readonly node: string
  /** Of this process. */
  readonly instance: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Of a reportingInstance. */
const longestInstance = 128
/** Leaves room for the rest of the name of an Event. */
const longestNode = 200

const reasons: Readonly<Record<string, string>> = {
  SizeRestored: 'NodeSizeRestored',
  NodeOvercommitted: 'NodeSizeGivenBack',
  AllocatableWillShrink: 'NodeSizeGivenBack',
  ResizeNotGrantedInTime: 'NodeResizeReverted',
  BornTooLarge: 'NodeSizeGivenBack',
  NodeNotRestored: 'NodeSizeNotRestored',
  WishBroken: 'NodeSizeUnreadable',
}

/** Of what was done, the reason why tells more. */
function reasonOf(fact: Fact): string {
  const { reason } =
    fact.reason === 'NodeRestored' ? (fact as Extract<ReconcilerFact, { outcome: unknown }>).because : fact
  return reasons[reason] ?? reason
}

/** An Event of a Node, named as kubelets name it: by its name as uid, so that kubectl shows it. */
export function nodeEvent({ level, fact, node, instance, at }: About): EventBody {
  const reason = reasonOf(fact)
  const stem = node.slice(0, longestNode).replace(/[.-]+$/, '')
  return {
    metadata: { name: `${stem}.${reason.toLowerCase()}.${at.toString(16)}`, namespace: 'default' },
    involvedObject: { apiVersion: 'v1', kind: 'Node', name: node, uid: node },
    type: level === 'warning' ? 'Warning' : 'Normal',
    reason,
    action: 'Reconcile',
    message: safeText(adviceOf(fact)),
    eventTime: microTime(at),
    reportingComponent: reconciler.reportingComponent,
    reportingInstance: instance.slice(0, longestInstance),
  }
}
