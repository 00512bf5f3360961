import type { Pod } from '../../api/pod.ts'
import type { PendingPod } from '../../ports/nodes.ts'
import { effectiveRequests } from '../../sizing/accounting.ts'
import { hasBalloonLabel } from '../../sizing/balloon.ts'

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
