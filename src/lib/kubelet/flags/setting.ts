import type { Placement } from '../model/placement.ts'
import type { WordPlace } from './flag-messages.ts'

/** A value that a command line gives to a field. */
export interface Setting extends Placement, WordPlace {
  /**
   * The path of the field; `names` holds the same path, with the name of the gate for featureGates, which are merged.
   */
  readonly field: string
  /** Without dashes; undefined for a default that applies when the kubelet has no file. */
  readonly flag: string | undefined
}
