import type { Pod } from '../../core/model/object.ts'

/** A finished pod uses no resources of its node. */
export const isFinished = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** The kubelet preempts other pods for critical ones (pkg/kubelet/types). */
export const isCritical = ({ spec }: Pod): boolean => (spec.priority ?? 0) >= 2_000_000_000
