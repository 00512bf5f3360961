import { type EventBody, longestInstance, microTime } from '../../api/event.ts'
import { adviceOf } from '../../message/describe.ts'
import type { Fact } from '../../message/fact.ts'
import { safeText } from './safe-text.ts'

/** What a program reports of a Node. */
export interface NodeEvent {
  readonly node: string
  readonly type: EventBody['type']
  readonly reason: string
  readonly action: string
  /** Its text is the message. */
  readonly fact: Fact
  /** Makes the name of the Event another one than that of Events of the same moment: its reason or its action. */
  readonly key: string
}

/** Who reports it. */
export interface EventSource {
  /** The reportingComponent. */
  readonly component: string
  /** This process. */
  readonly instance: string
}

/** Leaves room for the rest of the name of an Event. */
const longestNode = 200

/** An Event of a Node, named as kubelets name it: by its name as uid, so that kubectl shows it. */
export const nodeEvent = (
  { node, type, reason, action, fact, key }: NodeEvent,
  { component, instance }: EventSource,
  at: number,
): EventBody => ({
  metadata: { name: eventName(node, key, at), namespace: 'default' },
  involvedObject: { apiVersion: 'v1', kind: 'Node', name: node, uid: node },
  type,
  reason,
  action,
  message: safeText(adviceOf(fact)),
  eventTime: microTime(at),
  reportingComponent: component,
  reportingInstance: instance.slice(0, longestInstance),
})

/** Unique, and a valid name for every node name. */
const eventName = (node: string, key: string, at: number): string =>
  `${node.slice(0, longestNode).replace(/[.-]+$/, '')}.${key.toLowerCase()}.${at.toString(16)}`
