/** Another object, as an Event names it. */
export interface ObjectReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  /** Absent for objects of the cluster, such as nodes. */
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly fieldPath?: string
}

/** The same thing happened again. */
export interface EventSeries {
  /** The first time included. */
  readonly count: number
  /** RFC 3339 with microseconds. */
  readonly lastObservedTime: string
}

/** What happened to an object (v1, in the form of events.k8s.io: with eventTime, action and a reporting component). */
export interface EventBody {
  readonly metadata: {
    readonly name: string
    /** Of the object; `default` for objects of the cluster. */
    readonly namespace: string
  }
  readonly involvedObject: ObjectReference
  readonly related?: ObjectReference
  readonly type: 'Normal' | 'Warning'
  /** CamelCase, at most 128 characters. */
  readonly reason: string
  /** What was done, such as Resizing; at most 128 characters. */
  readonly action: string
  /** For people; at most 1024 characters. */
  readonly message: string
  /** RFC 3339 with microseconds: when it happened first. */
  readonly eventTime: string
  readonly reportingComponent: string
  readonly reportingInstance: string
  readonly series?: EventSeries
}
