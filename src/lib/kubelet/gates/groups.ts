import type { Release } from '../model/releases.ts'
import { type Gates, gatesOf } from './gate.ts'

/** The gates that each set all others of their stage, those left out that the document names itself. */
export const groups = { alpha: 'AllAlpha', beta: 'AllBeta' } as const

/** What AllAlpha or AllBeta sets, as a release knows it; nothing for all other gates. */
export function membersOf(group: string, release: Release): Gates {
  const isMember = (name: string, stage: string): boolean =>
    Object.entries(groups).some(([own, other]) => group === other && stage === own && name !== group)
  return new Map([...gatesOf(release)].filter(([name, { stage }]) => isMember(name, stage)))
}
