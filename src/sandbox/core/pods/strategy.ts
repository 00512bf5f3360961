import { qosOf } from '../accounting/qos.ts'
import { checkCapacity } from '../admission/capacity.ts'
import { checkLimitRanges, limitRangeDefaults, limitsFor } from '../admission/limit-range.ts'
import { withPriority } from '../admission/priority.ts'
import { checkQuota } from '../admission/quota.ts'
import { type KubeObject, type Pod, sameJson } from '../model/object.ts'
import type { FieldProblem } from '../model/refusal.ts'
import type { Strategy, Write } from '../model/strategy.ts'
import { podDefaults } from './defaults.ts'
import { confineResize, resizeProblems } from './resize.ts'
import { updateProblems } from './update.ts'
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
