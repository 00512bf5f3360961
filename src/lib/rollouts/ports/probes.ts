import type { Limits } from '../../ports/limits.ts'
import type { FailedCheck, ProbeId, ProbePod, ProbePolicy } from '../probe.ts'

/** The pods that try the kubelets of rollouts. Promises as in lib/ports/limits.ts. */
export interface Probes {
  /** All that there are, of any rollout; what their logs say is not in their outcome. */
  list(limits: Limits): Promise<readonly ProbePod[]>
  /** Whether the API server gets the log of one that has ended from its kubelet. Rejects with Failure 'interrupted' only. */
  tryLog(pod: ProbePod, limits: Limits): Promise<FailedCheck | undefined>
  /** Does nothing where there is one already. */
  make(probe: ProbeId, policy: ProbePolicy, limits: Limits): Promise<void>
  /** Does nothing where it is gone. */
  remove(pod: ProbePod, limits: Limits): Promise<void>
}
