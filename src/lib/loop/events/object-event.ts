import { type EventBody, longestInstance, microTime, type ObjectReference } from '../../api/event.ts'
import { adviceOf } from '../../message/describe.ts'
import type { Fact } from '../../message/fact.ts'
import { safeText } from './safe-text.ts'

/** What a program reports of an object. */
export interface ObjectEvent {
  readonly about: ObjectReference
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

/** A Node as kubelets name it in Events: by its name as uid, so that kubectl shows it. */
export const nodeReference = (name: string): ObjectReference => ({ apiVersion: 'v1', kind: 'Node', name, uid: name })

/** Leaves room for the rest of the name of an Event. */
const longestName = 200

export const objectEvent = (
  { about, type, reason, action, fact, key }: ObjectEvent,
  { component, instance }: EventSource,
  at: number,
): EventBody => ({
  metadata: { name: eventName(about.name, key, at), namespace: about.namespace ?? 'default' },
  involvedObject: about,
  type,
  reason,
  action,
  message: safeText(adviceOf(fact)),
  eventTime: microTime(at),
  reportingComponent: component,
  reportingInstance: instance.slice(0, longestInstance),
})

/** Unique, and a valid name for the name of every object. */
const eventName = (name: string, key: string, at: number): string =>
  `${name.slice(0, longestName).replace(/[.-]+$/, '')}.${key.toLowerCase()}.${at.toString(16)}`
