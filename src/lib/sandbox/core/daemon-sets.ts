import { type DaemonSet, type PodSpec, sameJson } from './object.ts'
import { specDefaults } from './pods/defaults.ts'
import { podProblems } from './pods/validate.ts'
import { type FieldProblem, invalidValue, required } from './refusal.ts'
import { labelSelectorOf } from './select-labels.ts'
import type { Strategy } from './strategy.ts'

const rollingUpdate = { maxSurge: 0, maxUnavailable: 1 }

/** pkg/apis/apps. */
export const daemonSetStrategy: Partial<Strategy> = {
  defaults(object) {
    const { spec, ...set } = object as DaemonSet
    const { type = 'RollingUpdate', ...strategy } = spec?.updateStrategy ?? {}
    const updateStrategy = type === 'RollingUpdate' ? { type, rollingUpdate, ...strategy } : { type }
    const template = { ...spec?.template, spec: podSpecOf(spec) }
    return { ...set, spec: { revisionHistoryLimit: 10, ...spec, template, updateStrategy } } as DaemonSet
  },
  newborn(object) {
    const none = { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 }
    return { ...object, status: none } as DaemonSet
  },
  validate: (object, { previous }) => problemsOf(object as DaemonSet, previous as DaemonSet | undefined),
}

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
