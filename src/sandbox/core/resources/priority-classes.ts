import type { PriorityClass } from '../model/object.ts'
import { denied, type FieldProblem, forbidden, invalidValue } from '../model/refusal.ts'
import type { Strategy } from '../model/strategy.ts'

const maxUserPriority = 1_000_000_000
const prefix = 'system-'
const known: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
}

/** Rules of pkg/apis/scheduling/validation. */
export const priorityClassStrategy: Partial<Strategy> = {
  defaults: (object) => ({ preemptionPolicy: 'PreemptLowerPriority', value: 0, ...object }) as PriorityClass,
  /** The generation is always 1. */
  initialize: (object) => ({ ...object, metadata: { ...object.metadata, generation: 1 } }),
  validate: (object, { previous }) =>
    previous === undefined
      ? newProblems(object as PriorityClass)
      : changeProblems(object as PriorityClass, previous as PriorityClass),
  admit(object, { api, subject }) {
    const { globalDefault, metadata } = object as PriorityClass
    if (!globalDefault) return
    const other = (api.store.list('priorityclasses') as readonly PriorityClass[]).find(
      (each) => each.globalDefault && each.metadata.name !== metadata.name,
    )
    if (other !== undefined)
      throw denied(
        subject,
        `PriorityClass ${other.metadata.name} is already marked as default. Only one default can exist`,
      )
  },
}

function newProblems({ metadata: { name }, value }: PriorityClass): FieldProblem[] {
  if (!name.startsWith(prefix))
    return value > maxUserPriority
      ? [forbidden('value', `maximum allowed value of a user defined priority is ${maxUserPriority}`)]
      : []
  if (known[name] === value) return []
  const error = Object.hasOwn(known, name)
    ? `value of ${name} PriorityClass must be ${known[name]}`
    : `${name} is not a known system priority class`
  return [
    forbidden(
      'metadata.name',
      `priority class names with 'system-' prefix are reserved for system use only. error: ${error}`,
    ),
  ]
}

const changeProblems = (next: PriorityClass, previous: PriorityClass): FieldProblem[] => [
  ...(next.value === previous.value ? [] : [forbidden('value', 'may not be changed in an update.')]),
  ...(next.preemptionPolicy === previous.preemptionPolicy
    ? []
    : [invalidValue('preemptionPolicy', next.preemptionPolicy, 'field is immutable')]),
]
