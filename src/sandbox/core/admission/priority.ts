import type { Pod, PriorityClass } from '../model/object.ts'
import { denied } from '../model/refusal.ts'
import type { Write } from '../model/strategy.ts'

/** Sets priority and preemptionPolicy of a new pod from its PriorityClass (plugin/pkg/admission/priority). */
export function withPriority(pod: Pod, { api, subject }: Write): Pod {
  const found = classOf(pod, api.store.list('priorityclasses') as readonly PriorityClass[])
  if (found === undefined) throw denied(subject, `no PriorityClass with name ${pod.spec.priorityClassName} was found`)
  const { name, value, preemptionPolicy = 'PreemptLowerPriority' } = found
  const { priority, preemptionPolicy: policy } = pod.spec
  if (priority !== undefined && priority !== value)
    throw denied(
      subject,
      `the integer value of priority (${priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`,
    )
  if (policy !== undefined && policy !== preemptionPolicy)
    throw denied(
      subject,
      `the string value of PreemptionPolicy (${policy}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`,
    )
  return {
    ...pod,
    spec: { ...pod.spec, priority: value, preemptionPolicy, ...(name !== undefined && { priorityClassName: name }) },
  }
}

interface Rank {
  readonly name?: string
  readonly value: number
  readonly preemptionPolicy?: string | undefined
}

function classOf({ spec }: Pod, classes: readonly PriorityClass[]): Rank | undefined {
  const wanted = spec.priorityClassName
  const found = classes.find(({ metadata, globalDefault }) => (wanted ? metadata.name === wanted : globalDefault))
  if (found === undefined) return wanted ? undefined : { value: 0 }
  return { name: found.metadata.name, value: found.value, preemptionPolicy: found.preemptionPolicy }
}
