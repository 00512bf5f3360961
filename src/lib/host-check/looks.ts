import { Effective } from '../kubelet/defaults/effective.ts'
import { capacityLooks } from './capacity-looks.ts'
import type { HostLook, HostQuestion } from './host-looks.ts'
import type { HostView } from './host-view.ts'
import { kernelLooks } from './kernel-looks.ts'
import { pathLooks } from './path-looks.ts'
import { type Kubelet, portLooks } from './port-looks.ts'
import { topologyLooks } from './topology-looks.ts'
import { userIdLooks } from './user-id-looks.ts'

export interface LookQuestion extends HostQuestion {
  /** Whose ports are free for the document: one process, 0 for none, or every one that is a kubelet. */
  readonly kubelet: Kubelet
}

/**
 * Every requirement of a document on a host, compared with it. The agent, `validate --host` and the trials of real kubelets
 * ask here.
 */
export async function looksAt(
  host: HostView,
  { document, release, kubelet }: LookQuestion,
): Promise<readonly HostLook[]> {
  const config = new Effective(document, release)
  return [
    ...(await pathLooks(config, host)),
    ...(await portLooks(config, host, kubelet)),
    ...(await kernelLooks(config, host)),
    ...(await capacityLooks(config, host)),
    ...(await topologyLooks(config, host)),
    ...(await userIdLooks(config, host)),
  ]
}
