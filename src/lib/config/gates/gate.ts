import { gates } from '../data/gates.ts'
import { perRelease } from '../per-release.ts'
import { compareReleases, type Release } from '../releases.ts'

export type GateStage = 'alpha' | 'beta' | 'ga' | 'deprecated'

/** A feature gate as one release knows it. */
export interface Gate {
  readonly on: boolean
  readonly stage: GateStage
  /** It can only be set to its default. */
  readonly locked: boolean
  /** Gates that must be on for this one to be on; checked from 1.35. */
  readonly needs: readonly string[]
}

export type Gates = ReadonlyMap<string, Gate>

/** Every gate that the kubelet process of a release knows, by name; in its newest patch release. */
export const gatesOf = perRelease((release): Gates => {
  const all = Object.entries(gates).map(([name, history]) => [name, stateIn(release, history)] as const)
  return new Map(all.filter((entry): entry is [string, Gate] => entry[1] !== undefined))
})

/** The last state of a history such as `1.28 off alpha; 1.30 on beta needs A,B` that a release has reached. */
function stateIn(release: Release, history: string): Gate | undefined {
  const last = history.split('; ').findLast((state) => compareReleases(state.slice(0, 4) as Release, release) <= 0)
  const [on, stage, ...more] = (last ?? '1.28 absent').slice(5).split(' ')
  if (on === 'absent') return undefined
  const needs = more.at(-2) === 'needs' ? more.at(-1)!.split(',') : []
  return { on: on === 'on', stage: stage as GateStage, locked: more.includes('locked'), needs }
}
