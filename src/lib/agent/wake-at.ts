import type { State } from './state.ts'

/** When the next `tick` is due, in milliseconds since the boot; undefined: nothing is waited for. */
export const wakeAt = (_state: State): number | undefined => undefined
