import { gates } from '../data/gates.ts'
import { perRelease } from '../model/per-release.ts'
import { ageOfLast, compareReleases, type Release } from '../model/releases.ts'

export type GateStage = 'alpha' | 'beta' | 'ga' | 'deprecated'

/** A feature gate as one release knows it. */
export interface Gate {
  readonly on: boolean
  readonly stage: GateStage
  /** It can only be set to its default. */
  readonly locked: boolean
  /** Gates that must be on for this one to be on; none before 1.35, the first release that checks them. */
  readonly needs: readonly string[]
}

export type Gates = ReadonlyMap<string, Gate>

const histories: ReadonlyMap<string, string> = new Map(Object.entries(gates))
const known = perRelease(() => new Map<string, Gate | undefined>())

/** A gate of the kubelet in the newest patch of a release; undefined: unknown there. Parsed on first use. */
export function gateOf(release: Release, name: string): Gate | undefined {
  const history = histories.get(name)
  if (history === undefined) return undefined
  const states = known(release)
  if (!states.has(name)) states.set(name, stateIn(release, history))
  return states.get(name)
}

/** The age of the last release, from this one on, in which a gate is as it is here. */
export function ageOfLastGate(release: Release, name: string): number {
  const ages = lastAges(release)
  let age = ages.get(name)
  if (age === undefined) {
    const gate = gateOf(release, name)
    age = ageOfLast(release, (later) => isSame(gate, gateOf(later, name)))
    ages.set(name, age)
  }
  return age
}

const lastAges = perRelease(() => new Map<string, number>())

const isSame = (gate: Gate | undefined, later: Gate | undefined): boolean =>
  gate?.on === later?.on && gate?.stage === later?.stage && gate?.locked === later?.locked

/** Every gate that a release knows, by name. */
export const gatesOf = perRelease((release) => someOf(release, histories.keys()))

/** The gates that need others. */
export const gatesWithNeeds = perRelease(
  (release): Gates => new Map([...someOf(release, dependent)].filter(([, { needs }]) => needs.length > 0)),
)

const dependent = [...histories].filter(([, history]) => history.includes(' needs ')).map(([name]) => name)

function someOf(release: Release, names: Iterable<string>): Gates {
  const all = Array.from(names, (name) => [name, gateOf(release, name)] as const)
  return new Map(all.filter((entry): entry is [string, Gate] => entry[1] !== undefined))
}

/** The last state of a history such as `1.28 off alpha; 1.30 on beta needs A,B` that a release has reached. */
function stateIn(release: Release, history: string): Gate | undefined {
  const last = history.split('; ').findLast((state) => compareReleases(state.slice(0, 4) as Release, release) <= 0)
  const [on, stage, ...more] = (last ?? '1.28 absent').slice(5).split(' ')
  if (on === 'absent') return undefined
  const needs = more.at(-2) === 'needs' ? more.at(-1)!.split(',') : []
  return { on: on === 'on', stage: stage as GateStage, locked: more.includes('locked'), needs }
}
