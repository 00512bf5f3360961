import type { Pod } from '../../core/model/object.ts'

/** Such a pod holds nothing of its node any more. */
export const isFinished = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** pkg/kubelet/types: the kubelet kills others for these. */
export const isCritical = ({ spec }: Pod): boolean => (spec.priority ?? 0) >= 2_000_000_000
