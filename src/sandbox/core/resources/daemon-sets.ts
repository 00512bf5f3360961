import { type DaemonSet, type PodSpec, sameJson } from '../model/object.ts'
import { type FieldProblem, invalidValue, required } from '../model/refusal.ts'
import type { Strategy } from '../model/strategy.ts'
import { specDefaults } from '../pods/defaults.ts'
import { podProblems } from '../pods/validate.ts'
import { labelSelectorOf } from '../select/labels.ts'

const rollingUpdate = { maxSurge: 0, maxUnavailable: 1 }

/** Defaults and validation of pkg/apis/apps. */
export const daemonSetStrategy: Partial<Strategy> = {
  defaults(object) {
    const { spec, ...set } = object as DaemonSet
    const { type = 'RollingUpdate', ...strategy } = spec?.updateStrategy ?? {}
    const updateStrategy = type === 'RollingUpdate' ? { type, rollingUpdate, ...strategy } : { type }
    const template = { ...spec?.template, spec: podSpecOf(spec) }
    return { ...set, spec: { revisionHistoryLimit: 10, ...spec, template, updateStrategy } } as DaemonSet
  },
  initialize(object) {
    const none = { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 }
    return { ...withTemplateGeneration(object as DaemonSet, 1), status: none } as DaemonSet
  },
  restore(object, { previous }) {
    const [next, before] = [object as DaemonSet, previous as DaemonSet]
    const isSame = sameJson(next.spec.template, before.spec.template)
    return withTemplateGeneration(next, templateGeneration(before) + (isSame ? 0 : 1))
  },
  validate: (object, { previous }) => problemsOf(object as DaemonSet, previous as DaemonSet | undefined),
}

const counter = 'deprecated.daemonset.template.generation'

/** Number of changes of the template; a label of its pods. */
export const templateGeneration = ({ metadata }: DaemonSet): number => Number(metadata.annotations?.[counter] ?? 1)

const withTemplateGeneration = (set: DaemonSet, generation: number): DaemonSet => ({
  ...set,
  metadata: { ...set.metadata, annotations: { ...set.metadata.annotations, [counter]: String(generation) } },
})

const podSpecOf = (spec: DaemonSet['spec'] | undefined): PodSpec => {
  const template = spec?.template?.spec as PodSpec | undefined
  return specDefaults({ ...template, containers: template?.containers ?? [] } as PodSpec)
}

function problemsOf({ spec }: DaemonSet, previous: DaemonSet | undefined): FieldProblem[] {
  if (spec.selector === undefined) return [required('spec.selector')]
  const labels = spec.template.metadata?.labels ?? {}
  const template = podProblems({ spec: spec.template.spec as PodSpec })
  return [
    ...(previous === undefined || sameJson(spec.selector, previous.spec.selector)
      ? []
      : [invalidValue('spec.selector', spec.selector, 'field is immutable')]),
    ...(labelSelectorOf(spec.selector)(labels)
      ? []
      : [invalidValue('spec.template.metadata.labels', labels, '`selector` does not match template `labels`')]),
    ...template.map((problem) => ({ ...problem, field: `spec.template.${problem.field}` })),
  ]
}
