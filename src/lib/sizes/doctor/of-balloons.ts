import type { Pod } from '../../api/pod.ts'
import type { Finding } from '../../message/findings.ts'
import { balloon } from '../../names.ts'
import { isBalloon, nodeOf } from '../model/balloon.ts'
import { nameOf } from '../model/node-state.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import {
  BalloonLabelSpoofed,
  BalloonsOfOtherPriority,
  BalloonsPreemptible,
  type SizeDoctorFact,
} from './doctor-messages.ts'

/** From here on, a kubelet ends other pods when such a pod is resized and does not fit. */
const critical = 2_000_000_000

type Seen = Pick<ClusterSeen, 'installation' | 'objects' | 'pods'>

/** Whether balloons have the priority that they are to have, what may preempt them, and what passes for one. */
export function ofBalloons({ installation, objects, pods }: Seen): readonly Finding[] {
  if (pods.failure !== undefined || !('daemonSetUid' in installation)) return []
  const { labelled, byPriority } = pods.value
  const { value: wanted, preemptionPolicy } = classIn(objects)
  const balloons = labelled.filter((pod) => isBalloon(pod, installation))
  const others = labelled.filter((pod) => !isBalloon(pod, installation))
  const wrong = balloons.filter(({ spec }) => spec.priority !== wanted || spec.preemptionPolicy !== preemptionPolicy)
  const [dangerous, weak] = [wrong.filter(isCritical), wrong.filter((pod) => !isCritical(pod))]
  const above = byPriority.filter(({ value }) => value > wanted)
  const classes = above.map(({ name, pods }) => ({ name, pods }))
  const preemptible: SizeDoctorFact = BalloonsPreemptible({ classes })
  const spoofed: SizeDoctorFact = BalloonLabelSpoofed({ pods: others.map(nameOf) })
  return [
    ...[dangerous, weak].filter((pods) => pods.length > 0).map(ofOtherPriority),
    ...(classes.length === 0 ? [] : [{ severity: 'works', fact: preemptible } as const]),
    ...(others.length === 0 ? [] : [{ severity: 'care', fact: spoofed } as const]),
  ]
}

const isCritical = ({ spec: { priority = 0 } }: Pod): boolean => priority >= critical

function ofOtherPriority(pods: readonly Pod[]): Finding {
  const nodes = pods.map((pod) => nodeOf(pod) ?? '').toSorted()
  const fact: SizeDoctorFact = BalloonsOfOtherPriority({ nodes, critical: pods.every(isCritical) })
  return { severity: 'error', fact }
}

interface Class {
  readonly value: number
  readonly preemptionPolicy: string
}

const classIn = (objects: ClusterSeen['objects']): Class =>
  objects.find(({ wanted }) => wanted.metadata.name === balloon.priorityClass && wanted.kind === 'PriorityClass')!
    .wanted as unknown as Class
