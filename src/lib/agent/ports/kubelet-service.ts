import type { Limits } from '../../ports/limits.ts'
import type { ServiceState } from '../model/evidence.ts'

/**
 * The kubelet as a service of this machine. Rejects with Failure<HostFact>: 'refused' when systemd refuses, 'timeout' when
 * it does not answer in time, 'interrupted'.
 */
export interface KubeletService {
  state(limits: Limits): Promise<ServiceState>
  /** Such as v1.36.3: what the kubelet's program says of itself, so that an upgrade is seen before its Node reports it. */
  version(limits: Limits): Promise<string>
  /** The arguments of the running process; undefined when none runs. */
  commandLine(limits: Limits): Promise<readonly string[] | undefined>
  /**
   * Restarts it, whatever state it is in: clears the start limit first (reset-failed), reloads units when they changed on
   * disk, and returns as soon as systemd has started a process, healthy or not. With `whileStopped`, it is stopped, that is
   * done, and it is started again, even when that failed.
   */
  restart(whileStopped: (() => Promise<void>) | undefined, limits: Limits): Promise<ServiceState>
}

/** The state files of the kubelet, such as cpu_manager_state: they are moved aside while it is stopped, and come back with a rollback. */
export interface StateFiles {
  /**
   * Moves these aside. That a file was not there is remembered too. What is aside already stays as it is: it belongs to the
   * last good configuration, and a newer file does not.
   */
  moveAside(names: readonly string[]): Promise<void>
  /** Removes these, and leaves what is aside: that of a configuration which does not come back. Needs no room on the disk. */
  remove(names: readonly string[]): Promise<void>
  /** Puts back what is aside; what the kubelet wrote meanwhile is removed. */
  putBack(): Promise<void>
  /** Forgets what is aside: the configuration passed its trial. */
  discard(): Promise<void>
  /** What is aside, and what is remembered as not there. */
  names(): Promise<readonly string[]>
}
