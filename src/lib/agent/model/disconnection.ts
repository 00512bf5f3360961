import type { Fact } from '../../message/fact.ts'

/** Why the kubelet's unit would not run the rescue at its next start. */
export interface Disconnection {
  readonly because: Fact
  /** Only a file of ours is missing or changed, or systemd has not read it yet. */
  readonly mendable: boolean
}
