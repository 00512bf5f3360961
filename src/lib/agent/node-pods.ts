/** A pod of the node, as far as changes of its configuration depend on it. */
export interface NodePod {
  readonly phase: string
  /** Owned by a DaemonSet, or static: a drain leaves it. */
  readonly staysOnDrain: boolean
  readonly balloonAboveFloor: boolean
}

const isEnded = ({ phase }: NodePod): boolean => phase === 'Succeeded' || phase === 'Failed'

/** Whether a drain would remove none of these. */
export const isDrained = (pods: readonly NodePod[]): boolean => pods.every((pod) => pod.staysOnDrain || isEnded(pod))

/** Whether no balloon of nodesize holds room that allocatable may lose. */
export const balloonGaveBack = (pods: readonly NodePod[]): boolean =>
  !pods.some((pod) => pod.balloonAboveFloor && !isEnded(pod))
