import { perRelease } from '../per-release.ts'
import type { Release } from '../releases.ts'
import { type GateStage, type Gates, gatesOf } from './gate.ts'

export type Wanted = ReadonlyMap<string, boolean>

/** What a kubelet has against a set of gates. `name` is the gate to blame. */
export type GateProblem =
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'locked'; readonly name: string; readonly on: boolean; readonly stage: GateStage }
  /** `name` is on, `needs` is off. */
  | { readonly kind: 'needs'; readonly name: string; readonly needs: string }

export interface ResolvedGates {
  readonly problems: readonly GateProblem[]
  /** Unknown gates are off. */
  enabled(name: string): boolean
}

const groups = { AllAlpha: 'alpha', AllBeta: 'beta' } as const satisfies Readonly<Record<string, GateStage>>

/** The first release that looks at what gates need of each other. */
const needsSince = 35

/**
 * Gates as the document sets them on top of the release's defaults (component-base/featuregate): AllAlpha and AllBeta
 * set each gate of their stage that is not named itself.
 */
export function resolveGates(release: Release, wanted: Wanted): ResolvedGates {
  const gates = gatesOf(release)
  const byStage = new Map(Object.entries(groups).map(([group, stage]) => [stage as GateStage, wanted.get(group)]))
  const enabled = (name: string): boolean => {
    const gate = gates.get(name)
    return gate !== undefined && (wanted.get(name) ?? byStage.get(gate.stage) ?? gate.on)
  }
  const checksNeeds = Number(release.slice(2)) >= needsSince
  return { problems: [...problemsWith(wanted, gates), ...(checksNeeds ? unmet(release, enabled) : [])], enabled }
}

function* problemsWith(wanted: Wanted, gates: Gates): Generator<GateProblem> {
  for (const [name, value] of wanted) {
    const gate = gates.get(name)
    if (gate === undefined) yield { kind: 'unknown', name }
    else if (gate.locked && gate.on !== value) yield { kind: 'locked', name, on: gate.on, stage: gate.stage }
  }
}

const dependent = perRelease((release) => [...gatesOf(release)].filter(([, { needs }]) => needs.length > 0))

function* unmet(release: Release, enabled: (name: string) => boolean): Generator<GateProblem> {
  for (const [name, gate] of dependent(release)) {
    if (!enabled(name)) continue
    for (const needs of gate.needs) if (!enabled(needs)) yield { kind: 'needs', name, needs }
  }
}
