import type { Value } from '../model/document.ts'
import type { Origin } from './layers.ts'

/** A value, and where it was set. */
export interface Placed {
  readonly value: Value
  readonly origin: Origin
}

/** A field of a configuration, or an entry of a map. */
export interface EffectiveField {
  readonly path: string
  /** undefined: a layer removed it. */
  readonly value: Value | undefined
  readonly origin: Origin
  /** What it would be without the layers that win, the strongest first. */
  readonly shadows: readonly Placed[]
}
