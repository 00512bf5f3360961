import { type GateDifference, gateDifferences } from '../../kubelet/gates/changes.ts'
import { type Gate, gatesOf } from '../../kubelet/gates/gate.ts'
import { similarGate } from '../../kubelet/gates/similar.ts'
import { namesLike } from '../../kubelet/model/names-like.ts'
import { compareReleases, type Release, releases } from '../../kubelet/model/releases.ts'
import { Failure } from '../../message/failure.ts'
import { type MissingGate, NoSuchGates, NotOlder } from './asked-messages.ts'

export interface NamedGate extends Gate {
  readonly name: string
}

/** Gates of a release, by name: all, or those named. Throws Failure 'invalid' with all unknown names. */
export function listGates(release: Release, names: readonly string[]): readonly NamedGate[] {
  const gates = gatesOf(release)
  refuseUnknown([release], names)
  const wanted = names.length === 0 ? [...gates.keys()] : names
  return wanted.map((name) => ({ name, ...gates.get(name)! }))
}

/**
 * Changes between two releases, of all gates or of those named. Throws Failure 'usage' unless `from` is the older one.
 */
export function listGateChanges(
  span: { readonly from: Release; readonly to: Release },
  names: readonly string[],
): readonly GateDifference[] {
  if (compareReleases(span.from, span.to) >= 0) throw new Failure('usage', NotOlder(span))
  refuseUnknown([span.from, span.to], names)
  return gateDifferences(span).filter(({ name }) => names.length === 0 || names.includes(name))
}

function refuseUnknown(among: readonly Release[], names: readonly string[]): void {
  const unknown = names.filter((name) => !among.some((release) => gatesOf(release).has(name)))
  if (unknown.length === 0) return
  const gates = unknown.map((name) => missingGate(name, among.at(-1)!))
  throw new Failure('invalid', NoSuchGates({ gates, among }))
}

function missingGate(name: string, release: Release): MissingGate {
  const known = releases.filter((other) => gatesOf(other).has(name))
  const spelling = similarGate(release, name)
  const similar = spelling === undefined ? namesLike(name, [...gatesOf(release).keys()]) : onlyOne(spelling)
  return { name, releases: known, similar: known.length > 0 ? undefined : similar }
}

const onlyOne = (name: string) => ({ names: [name], more: 0 })
