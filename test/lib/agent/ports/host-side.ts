import type { Journal } from '../../../../src/lib/agent/ports/journal.ts'
import type { StateFiles } from '../../../../src/lib/agent/ports/kubelet-service.ts'
import type { ApplyMode, LiveConfig } from '../../../../src/lib/agent/ports/live-config.ts'
import type { Rescue } from '../../../../src/lib/agent/ports/rescue.ts'

/** The ports of one agent on a machine. */
export interface HostPorts {
  readonly journal: Journal
  readonly live: LiveConfig
  readonly rescue: Rescue
  readonly stateFiles: StateFiles
}

/** A machine with a kubelet, real or simulated, and what happens to it from outside of the agent. */
export interface HostSide {
  /** What an agent has that was just started: a second call is its next life, with the same disk. */
  start(): Promise<HostPorts>
  /** The content of the file that the kubelet reads as its configuration; undefined without one. */
  live(): Promise<string | undefined>
  /** Another program writes there. */
  edit(content: string): Promise<void>
  /** A state file of the kubelet; undefined without one. */
  stateFile(name: string): Promise<string | undefined>
  /** The kubelet writes one; undefined: it does not have one. */
  setStateFile(name: string, content: string | undefined): Promise<void>
  /** The state of the agent is overwritten. */
  damageState(content: string): Promise<void>
  damageCheckpoint(digest: string): Promise<void>
  /** The kubelet starts: because it ended by itself, or because an administrator restarted it. */
  kubeletStarts(why: 'automatic' | 'administrator'): Promise<void>
  reboot(): Promise<void>
  /** The machine becomes another one that has a copy of the disk. */
  clone(): Promise<void>
}

/** The newest state that the sides understand. */
export const newestSchema = 2

/** The node's own configuration, where a case begins. */
export const ownContent = 'kind: KubeletConfiguration\nmaxPods: 110\n'

/** One promise of a port of the host. Its name begins with the port's. */
export interface HostCase {
  readonly name: string
  readonly mode?: ApplyMode
  run(side: HostSide): Promise<void>
}
