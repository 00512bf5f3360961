import { canonicalMicroTime } from '../model/micro-time.ts'
import type { Event } from '../model/object.ts'
import { type FieldProblem, invalidValue, required } from '../model/refusal.ts'
import type { Strategy } from '../model/strategy.ts'

/** Rules of pkg/registry/core/event, and those of pkg/apis/core/validation/events.go that apply to v1. */
export const eventStrategy: Partial<Strategy> = {
  defaults(object) {
    const { eventTime, ...event } = object as Event
    return {
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      reportingComponent: '',
      reportingInstance: '',
      ...event,
      eventTime: eventTime ? canonicalMicroTime(eventTime) : null,
    } as unknown as Event
  },
  validate: (object) => ((object as Event).eventTime ? newProblems(object as Event) : legacyProblems(object as Event)),
}

const mismatch = (namespace: string): FieldProblem =>
  invalidValue('involvedObject.namespace', namespace, 'does not match event.namespace')

/** Without eventTime, an event must be in the namespace of its object, or in `default`. */
function legacyProblems({ metadata, involvedObject: { namespace = '' } }: Event): FieldProblem[] {
  const expected = namespace === '' ? 'default' : namespace
  return metadata.namespace === expected ? [] : [mismatch(namespace)]
}

/** Limits in characters. */
const maxLengths = { action: 128, message: 1024, reason: 128, reportingInstance: 128 } as const

function newProblems(event: Event): FieldProblem[] {
  const { metadata, involvedObject, reportingComponent } = event
  const isElsewhere = !involvedObject.namespace && !['default', 'kube-system'].includes(metadata.namespace ?? '')
  const missing = (['reportingInstance', 'action', 'reason'] as const).filter((field) => !event[field])
  const long = Object.entries(maxLengths).filter(
    ([field, max]) => (event[field as keyof typeof maxLengths]?.length ?? 0) > max,
  )
  return [
    ...(isElsewhere ? [mismatch('')] : []),
    ...(reportingComponent ? [] : [required('reportingComponent')]),
    ...missing.map((field) => required(field)),
    ...long.map(([field, max]) => invalidValue(field, '', `can have at most ${max} characters`)),
  ]
}
