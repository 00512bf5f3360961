import type { Fact } from '../../message/fact.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Disconnection } from '../model/evidence.ts'

/**
 * Whether the kubelet's unit runs the rescue before each start, as systemd itself sees that after all drop-ins. Orders of a
 * rescue that is not connected are obeyed by nobody. Rejects as KubeletService does.
 */
export interface RescueConnection {
  /** Changes nothing. undefined: the rescue is connected. */
  problem(limits: Limits): Promise<Disconnection | undefined>
  /**
   * Writes what is ours again and lets systemd read it, as an installation does, also what others have changed since systemd
   * has read the unit. The result is what keeps the rescue from being run even so.
   */
  mend(limits: Limits): Promise<Fact | undefined>
}
