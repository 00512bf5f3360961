import type { Placement } from '../kubelet/model/placement.ts'
import type { WordPlace } from './flag-fact.ts'

/** A value that a command line gives to a field. */
export interface Setting extends Placement, WordPlace {
  /** Of the field; `names` are the same, and the name of the gate for featureGates, which grow together. */
  readonly field: string
  /** Without dashes; undefined: the kubelet's own default when it has no file. */
  readonly flag: string | undefined
}
