import { type Release, releases } from '../model/releases.ts'
import { type Gate, gateOf } from './gate.ts'

/** Consecutive releases in which a gate is the same. */
export interface GateSpan extends Gate {
  /** Oldest first, never empty. */
  readonly releases: readonly Release[]
}

/** The history of a gate, oldest first; empty: no release knows it. */
export function gateHistory(name: string): readonly GateSpan[] {
  const runs: { key: string | undefined; gate: Gate | undefined; releases: Release[] }[] = []
  for (const release of releases) {
    const gate = gateOf(release, name)
    const key = JSON.stringify(gate)
    const run = runs.at(-1)
    if (run !== undefined && run.key === key) run.releases.push(release)
    else runs.push({ key, gate, releases: [release] })
  }
  return runs.flatMap(({ gate, releases: some }) => (gate === undefined ? [] : [{ ...gate, releases: some }]))
}
