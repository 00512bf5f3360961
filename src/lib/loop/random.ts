import { randomInt } from 'node:crypto'

/** From 0 to below 1, for pauses that processes should not take together. */
export const random = (): number => randomInt(2 ** 30) / 2 ** 30
