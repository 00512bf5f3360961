/** Reference from an Event to another object. */
export interface ObjectReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  /** Absent for cluster-scoped objects, such as nodes. */
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly fieldPath?: string
}

/** Repetitions of an Event. */
export interface EventSeries {
  /** Including the first occurrence. */
  readonly count: number
  /** RFC 3339 with microseconds. */
  readonly lastObservedTime: string
}

/** An Event (v1, in the form of events.k8s.io: with eventTime, action and a reporting component). */
export interface EventBody {
  readonly metadata: {
    readonly name: string
    /** The namespace of the object; `default` for cluster-scoped objects. */
    readonly namespace: string
  }
  readonly involvedObject: ObjectReference
  readonly related?: ObjectReference
  readonly type: 'Normal' | 'Warning'
  /** CamelCase, at most 128 characters. */
  readonly reason: string
  /** The action, such as Resizing; at most 128 characters. */
  readonly action: string
  /** Human-readable; at most 1024 characters. */
  readonly message: string
  /** RFC 3339 with microseconds: the first occurrence. */
  readonly eventTime: string
  readonly reportingComponent: string
  readonly reportingInstance: string
  readonly series?: EventSeries
}

/** Of a reportingInstance. */
export const longestInstance = 128

/** RFC 3339 with microseconds. */
export const microTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z')
