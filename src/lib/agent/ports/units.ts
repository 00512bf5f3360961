import type { Limits } from '../../ports/limits.ts'

/** Units of this machine's service manager. Rejects as KubeletService does. */
export interface Units {
  /** After a change of unit files. Running services are not touched. */
  reload(limits: Limits): Promise<void>
  /** Starts it, now and at each boot, and waits until it is ready. Restarts it when it runs already. */
  enableNow(unit: string, limits: Limits): Promise<void>
  /** Stops it, now and at each boot. A unit that does not exist is not an error. */
  disableNow(unit: string, limits: Limits): Promise<void>
  /** False while it starts. */
  isActive(unit: string, limits: Limits): Promise<boolean>
  /** False also while it starts or stops: its processes may be there. */
  isStopped(unit: string, limits: Limits): Promise<boolean>
  /** The units that start this one with them. */
  wantedBy(unit: string, limits: Limits): Promise<readonly string[]>
}
