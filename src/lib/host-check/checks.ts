import { Effective } from '../kubelet/defaults/effective.ts'
import { capacityChecks } from './capacity-checks.ts'
import type { HostCheck, HostQuestion } from './host-checks.ts'
import type { HostView } from './host-view.ts'
import { kernelChecks } from './kernel-checks.ts'
import { pathChecks } from './path-checks.ts'
import { type Kubelet, portChecks } from './port-checks.ts'
import { topologyChecks } from './topology-checks.ts'
import { userIdChecks } from './user-id-checks.ts'

export interface CheckQuestion extends HostQuestion {
  /** Whose ports are free for the document: one process, 0 for none, or every one that is a kubelet. */
  readonly kubelet: Kubelet
}

/**
 * Every requirement of a document on a host, compared with it. The agent, `validate --host` and the trials of real kubelets
 * ask here.
 */
export async function checkHost(
  host: HostView,
  { document, release, kubelet }: CheckQuestion,
): Promise<readonly HostCheck[]> {
  const config = new Effective(document, release)
  return [
    ...(await pathChecks(config, host)),
    ...(await portChecks(config, host, kubelet)),
    ...(await kernelChecks(config, host)),
    ...(await capacityChecks(config, host)),
    ...(await topologyChecks(config, host)),
    ...(await userIdChecks(config, host)),
  ]
}
