import { perRelease } from '../model/per-release.ts'
import type { Release } from '../model/releases.ts'
import { isGateSomewhere } from './former.ts'
import { type GateStage, gateOf, gatesWithNeeds } from './gate.ts'
import { groups } from './groups.ts'
import { similarGate } from './similar.ts'

export type Wanted = ReadonlyMap<string, boolean>

/** Why a kubelet refuses a set of gates, once for each cause. `name` is the gate to blame. */
export type GateProblem =
  /** `meant` is the gate whose name is probably misspelt. */
  | { readonly kind: 'unknown'; readonly name: string; readonly meant: string | undefined }
  | { readonly kind: 'locked'; readonly name: string; readonly on: boolean; readonly stage: GateStage }
  /** The document sets `name`, and not the gates that it needs, which are off. */
  | { readonly kind: 'needs'; readonly name: string; readonly needs: readonly string[] }
  /** `name` is off, and the others are on. */
  | { readonly kind: 'needed'; readonly name: string; readonly by: readonly string[] }

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
  const before = last.get(release)
  if (before !== undefined && isSame(wanted, before.wanted)) return before.gates
  const gates = resolved(release, wanted)
  last.set(release, { wanted: [...wanted], gates })
  return gates
}

/** Most documents of a folder set the same gates. */
const last = new Map<Release, { readonly wanted: readonly Setting[]; readonly gates: ResolvedGates }>()

type Setting = readonly [name: string, on: boolean]

function isSame(wanted: Wanted, before: readonly Setting[]): boolean {
  if (wanted.size !== before.length) return false
  let place = 0
  for (const [name, on] of wanted) {
    const [other, wasOn] = before[place++]!
    if (name !== other || on !== wasOn) return false
  }
  return true
}

function resolved(release: Release, wanted: Wanted): ResolvedGates {
  const byStage: Partial<Record<GateStage, boolean | undefined>> = {
    alpha: wanted.get(groups.alpha),
    beta: wanted.get(groups.beta),
  }
  const problems = problemsWith(release, wanted)
  // The kubelet exits when it sets an unknown or a locked gate, so what would follow from that is not reported.
  const meant = new Map(problems.flatMap((one) => (one.kind === 'unknown' ? [[one.meant, wanted.get(one.name)!]] : [])))
  const enabled = (name: string): boolean => {
    const gate = gateOf(release, name)
    if (gate === undefined) return false
    if (gate.locked && wanted.has(name)) return gate.on
    return wanted.get(name) ?? meant.get(name) ?? byStage[gate.stage] ?? gate.on
  }
  const isConcerned = (name: string): boolean => wanted.has(name) || meant.has(name)
  const needs = concernedNeeds(release, wanted, isConcerned).filter(([name, other]) => enabled(name) && !enabled(other))
  return { problems: [...problems, ...byCause(needs, wanted)], enabled }
}

function problemsWith(release: Release, wanted: Wanted): readonly GateProblem[] {
  const problems: GateProblem[] = []
  for (const [name, value] of wanted) {
    const gate = gateOf(release, name)
    if (gate === undefined) problems.push({ kind: 'unknown', name, meant: meantGate(release, name) })
    else if (gate.locked && gate.on !== value) problems.push({ kind: 'locked', name, on: gate.on, stage: gate.stage })
  }
  return problems
}

/** A gate, and one that it needs. */
type Need = readonly [name: string, needs: string]

const needsOf = perRelease((release): readonly Need[] =>
  gatesWithNeeds(release)
    .entries()
    .flatMap(([name, { needs }]) => needs.map((other) => [name, other] as const))
    .toArray(),
)

/** Gates that a document must set for a gate to lack one that it needs: with the defaults, no gate does. */
const related = perRelease(
  (release): ReadonlySet<string> => new Set([...Object.values(groups), ...needsOf(release).flat()]),
)

/** The needs that a document may leave unmet. */
function concernedNeeds(release: Release, wanted: Wanted, isConcerned: (name: string) => boolean): readonly Need[] {
  if (!wanted.keys().some((name) => related(release).has(name))) return []
  if (Object.values(groups).some((group) => wanted.has(group))) return needsOf(release)
  return needsOf(release).filter((need) => need.some(isConcerned))
}

/** To blame is the gate that the document turns off, else the one that it turns on, else the one that is missing. */
function byCause(all: readonly Need[], wanted: Wanted): readonly GateProblem[] {
  if (all.length === 0) return []
  const isWanted = ([name, other]: Need): boolean => wanted.has(name) && !wanted.has(other)
  const needing = Map.groupBy(all.filter(isWanted), ([name]) => name)
  const needed = Map.groupBy(
    all.filter((one) => !isWanted(one)),
    ([, other]) => other,
  )
  return [
    ...Array.from(needing, ([name, own]) => ({ kind: 'needs', name, needs: own.map(([, other]) => other) }) as const),
    ...Array.from(needed, ([name, own]) => ({ kind: 'needed', name, by: own.map(([other]) => other) }) as const),
  ]
}

/** A gate of another release is not misspelt. */
const meantGate = (release: Release, name: string): string | undefined =>
  isGateSomewhere(name) ? undefined : similarGate(release, name)
