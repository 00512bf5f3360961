import type { Candidate } from '../../completion/candidate.ts'
import { type Gates, gatesOf } from '../../kubelet/gates/gate.ts'
import { type Release, releases } from '../../kubelet/model/releases.ts'

/** The gates of a release, with their state in it. */
export const gatesIn = (release: Release): readonly Candidate[] => candidatesOf(gatesOf(release))

/** The gates of all releases, each with its newest state. */
export const allGates = (): readonly Candidate[] =>
  candidatesOf(new Map(releases.flatMap((release) => [...gatesOf(release)])))

const candidatesOf = (gates: Gates): readonly Candidate[] =>
  Array.from(gates, ([value, { stage, on, locked }]) => ({
    value,
    about: `${stage}, ${on ? 'on' : 'off'}${locked ? ', locked' : ''}`,
  }))
