import type { Release } from '../model/releases.ts'
import { type Gates, gatesOf } from './gate.ts'

/** The gates that set all others of their stage, except those that the document sets by name. */
export const groups = { alpha: 'AllAlpha', beta: 'AllBeta' } as const

/** The gates that AllAlpha or AllBeta sets in a release; empty for all other gates. */
export function membersOf(group: string, release: Release): Gates {
  const isMember = (name: string, stage: string): boolean =>
    Object.entries(groups).some(([own, other]) => group === other && stage === own && name !== group)
  return new Map([...gatesOf(release)].filter(([name, { stage }]) => isMember(name, stage)))
}
