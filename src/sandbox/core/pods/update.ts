import { type Container, type Pod, type PodSpec, sameJson } from '../model/object.ts'
import { type FieldProblem, forbidden } from '../model/refusal.ts'

const why =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

/**
 * Few fields of a pod can be updated; resources only through pods/resize. A real API server adds a diff to the message.
 */
export function updateProblems(next: Pod, previous: Pod): FieldProblem[] {
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
