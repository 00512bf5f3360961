import type { Pod } from '../api/pod.ts'
import { balloon } from '../names.ts'

/** Whether the pod has the balloon label. */
export const hasBalloonLabel = ({ metadata }: Pod): boolean =>
  metadata.labels?.[balloon.podLabel.key] === balloon.podLabel.value
