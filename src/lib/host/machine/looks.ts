import { Effective } from '../../kubelet/defaults/effective.ts'
import type { HostLook, HostQuestion } from '../../ports/host/host-looks.ts'
import { capacityLooks } from './capacity-looks.ts'
import type { HostView } from './host-view.ts'
import { kernelLooks } from './kernel-looks.ts'
import { pathLooks } from './path-looks.ts'
import { portLooks } from './port-looks.ts'
import { topologyLooks } from './topology-looks.ts'
import { userIdLooks } from './user-id-looks.ts'

export interface LookQuestion extends HostQuestion {
  /** Whether a process is the kubelet that the document is for: its ports are free for it. */
  isKubelet(pid: number): Promise<boolean>
}

/**
 * Every requirement of a document on a host, compared with it. The agent, `validate --host` and the trials of real kubelets
 * ask here.
 */
export async function looksAt(
  host: HostView,
  { document, release, isKubelet }: LookQuestion,
): Promise<readonly HostLook[]> {
  const config = new Effective(document, release)
  return [
    ...(await pathLooks(config, host)),
    ...(await portLooks(config, host, isKubelet)),
    ...(await kernelLooks(config, host)),
    ...(await capacityLooks(config, host)),
    ...(await topologyLooks(config, host)),
    ...(await userIdLooks(config, host)),
  ]
}
