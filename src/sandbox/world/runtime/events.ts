import { namespaceExists } from '../../core/model/api.ts'
import { type KubeObject, timestamp } from '../../core/model/object.ts'
import type { World } from './world.ts'

export interface EventOptions {
  readonly about: KubeObject
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  readonly component: string
  readonly host?: string
}

/** Writes an Event, unless its namespace is missing or terminating. */
export function record({ api }: World, { about, type, reason, message, component, host }: EventOptions): void {
  const { name, uid, namespace = 'default', resourceVersion } = about.metadata
  const home = namespaceExists(api, namespace)
  if (home === undefined || home.metadata.deletionTimestamp !== undefined) return
  const at = timestamp(api.now())
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: `${name}.${api.chance.uid().replaceAll('-', '').slice(0, 16)}`,
      namespace,
      uid: api.chance.uid(),
      resourceVersion: '',
      creationTimestamp: at,
    },
    involvedObject: { kind: about.kind, apiVersion: about.apiVersion, name, namespace, uid, resourceVersion },
    reason,
    message,
    type,
    source: { component, ...(host !== undefined && { host }) },
    reportingComponent: component,
    reportingInstance: host ?? '',
    count: 1,
    firstTimestamp: at,
    lastTimestamp: at,
    eventTime: null,
  }
  api.store.put('events', event)
}
