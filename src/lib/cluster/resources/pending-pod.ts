import type { Pod } from '../../api/pod.ts'
import { effectiveRequests } from '../../pods/accounting.ts'
import { hasBalloonLabel } from '../../pods/balloon-label.ts'
import type { PendingPod } from '../ports/nodes.ts'

type Selecting = { readonly nodeSelector?: Readonly<Record<string, string>> }

/** undefined: it is a balloon, which takes what is left. */
export function pendingPodOf(pod: Pod): PendingPod | undefined {
  if (hasBalloonLabel(pod)) return undefined
  const { metadata, spec, status } = pod
  const { nodeSelector = {} } = spec as Selecting
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled')
  return {
    name: `${metadata.namespace}/${metadata.name}`,
    requests: effectiveRequests(pod),
    nodeSelector,
    unschedulable: scheduled?.status === 'False' && scheduled.reason === 'Unschedulable',
  }
}
