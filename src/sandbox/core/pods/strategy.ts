import { qosOf } from '../accounting/qos.ts'
import { checkCapacity } from '../admission/capacity.ts'
import { checkLimitRanges, limitRangeDefaults, limitsFor } from '../admission/limit-range.ts'
import { withPriority } from '../admission/priority.ts'
import { checkQuota } from '../admission/quota.ts'
import { type Container, type KubeObject, type Pod, type PodSpec, sameJson } from '../model/object.ts'
import type { FieldProblem } from '../model/refusal.ts'
import { forbidden } from '../model/refusal.ts'
import type { Strategy, Write } from '../model/strategy.ts'
import { podDefaults } from './defaults.ts'
import { confineResize, resizeProblems } from './resize.ts'
import { podProblems } from './validate.ts'

/** Rules for pods of all clients, the DaemonSet controller included. */
export const podStrategy: Partial<Strategy> = {
  defaults: podDefaults,
  initialize(object) {
    const pod = object as Pod
    const status: Pod['status'] = { phase: 'Pending', qosClass: qosOf(pod.spec) }
    return { ...pod, status } as KubeObject
  },
  restore: (object, { previous, subresource }) =>
    subresource === 'resize' ? confineResize(object as Pod, previous as Pod) : object,
  mutate(object, write) {
    if (!isSized(write)) return object
    const pod = limitRangeDefaults(object as Pod, limitsFor(write.api, object as Pod))
    if (write.previous !== undefined) return { ...pod, metadata: object.metadata }
    const ranked = withTolerations(withPriority(pod, write))
    return { ...ranked, status: { ...ranked.status, qosClass: qosOf(ranked.spec) } } as KubeObject
  },
  validate: (object, write) => problemsOf(object as Pod, write),
  admit(object, write) {
    if (!isSized(write)) return
    checkLimitRanges(object as Pod, write)
    if (isUnchanged(object, write.previous)) return
    if (write.subresource === 'resize') checkCapacity(object as Pod, write)
    checkQuota(object as Pod, write)
  },
}

/** New pods and resizes; a plain update cannot change resources. */
const isSized = ({ previous, subresource }: Write): boolean => previous === undefined || subresource === 'resize'

const isUnchanged = (object: KubeObject, previous: KubeObject | undefined): boolean =>
  previous !== undefined && sameJson((object as Pod).spec, (previous as Pod).spec)

function problemsOf(pod: Pod, { previous, subresource }: Write): FieldProblem[] {
  if (subresource === 'status') return []
  if (subresource === 'resize') return [...podProblems(pod), ...resizeProblems(pod, previous as Pod)]
  return [...podProblems(pod), ...(previous === undefined ? [] : updateProblems(pod, previous as Pod))]
}

const temporaryTaints = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

/** The admission plugin DefaultTolerationSeconds. */
function withTolerations(pod: Pod): Pod {
  const { tolerations = [] } = pod.spec
  const has = (key: string) =>
    tolerations.some(
      (toleration) =>
        (toleration.key === key || (!toleration.key && toleration.operator === 'Exists')) &&
        (!toleration.effect || toleration.effect === 'NoExecute'),
    )
  const added = temporaryTaints
    .filter((key) => !has(key))
    .map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }))
  return { ...pod, spec: { ...pod.spec, tolerations: [...tolerations, ...added] } }
}

const why =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

/**
 * Few fields of a pod can be updated; resources only through pods/resize. A real API server adds a diff to the message.
 */
function updateProblems(next: Pod, previous: Pod): FieldProblem[] {
  return sameJson(frozen(next.spec), frozen(previous.spec)) && keepsTolerations(next.spec, previous.spec)
    ? []
    : [forbidden('spec', why)]
}

const keepsTolerations = (next: PodSpec, previous: PodSpec): boolean =>
  (previous.tolerations ?? []).every((kept) => next.tolerations?.some((toleration) => sameJson(toleration, kept)))

function frozen(spec: PodSpec): object {
  const { activeDeadlineSeconds: _deadline, tolerations: _tolerations, ...rest } = spec
  const withoutImage = ({ image: _image, ...container }: Container) => container
  return {
    ...rest,
    containers: spec.containers.map(withoutImage),
    initContainers: spec.initContainers?.map(withoutImage),
  }
}
