/** How far the clock of a node is set: seconds. */
const steps = [2, 300, 3_600, -30, -3_600] as const

/** When that happens, of a trial and of a way back alike. */
export const moments = [
  'before it',
  'right before the kubelet starts',
  'a second after the kubelet starts',
  'while the kubelet is watched',
  'while no agent runs',
] as const
export type Moment = (typeof moments)[number]

export interface StepCase {
  readonly moment: Moment
  readonly seconds: number
}

/**
 * So many of all moments with all steps. The first five have each moment and each step once, and so do the next five; the seed
 * decides which with which.
 */
export const stepCases = (count: number, seed: number): readonly StepCase[] =>
  steps
    .flatMap((_, round) => moments.map((moment, i) => ({ moment, seconds: steps[(i + round + seed) % steps.length]! })))
    .slice(0, count)
