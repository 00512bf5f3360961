import { perRelease } from '../model/per-release.ts'
import type { Release } from '../model/releases.ts'
import { type GateStage, gateOf, gatesWithNeeds } from './gate.ts'
import { groups } from './groups.ts'

export type Wanted = ReadonlyMap<string, boolean>

/** Why a kubelet refuses a set of gates. `name` is the gate to blame. */
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

/**
 * Gates as the document sets them on top of the release's defaults (component-base/featuregate): AllAlpha and AllBeta
 * set each gate of their stage that the document does not name.
 */
export function resolveGates(release: Release, wanted: Wanted): ResolvedGates {
  const byStage: Partial<Record<GateStage, boolean | undefined>> = {
    alpha: wanted.get(groups.alpha),
    beta: wanted.get(groups.beta),
  }
  const enabled = (name: string): boolean => {
    const gate = gateOf(release, name)
    if (gate === undefined) return false
    // The kubelet exits when it sets a locked gate, so gates that depend on it are not reported.
    if (gate.locked && wanted.has(name)) return gate.on
    return wanted.get(name) ?? byStage[gate.stage] ?? gate.on
  }
  return { problems: [...problemsWith(release, wanted), ...unmet(release, wanted, enabled)], enabled }
}

function* problemsWith(release: Release, wanted: Wanted): Generator<GateProblem> {
  for (const [name, value] of wanted) {
    const gate = gateOf(release, name)
    if (gate === undefined) yield { kind: 'unknown', name }
    else if (gate.locked && gate.on !== value) yield { kind: 'locked', name, on: gate.on, stage: gate.stage }
  }
}

/** Gates that a document must set for a gate to lack one that it needs: with the defaults, no gate does. */
const related = perRelease((release): ReadonlySet<string> => {
  const pairs = Array.from(gatesWithNeeds(release), ([name, { needs }]) => [name, ...needs])
  return new Set([...Object.values(groups), ...pairs.flat()])
})

function* unmet(release: Release, wanted: Wanted, enabled: (name: string) => boolean): Generator<GateProblem> {
  if (!wanted.keys().some((name) => related(release).has(name))) return
  for (const [name, { needs }] of gatesWithNeeds(release)) {
    if (!enabled(name)) continue
    for (const other of needs) if (!enabled(other)) yield { kind: 'needs', name, needs: other }
  }
}
