import { Failure } from '../../failure.ts'
import { type GateDifference, gateDifferences } from '../../kubelet/gates/changes.ts'
import { type Gate, gatesOf } from '../../kubelet/gates/gate.ts'
import { similarGate } from '../../kubelet/gates/similar.ts'
import { namesLike } from '../../kubelet/model/names-like.ts'
import { quote } from '../../kubelet/model/quote.ts'
import { compareReleases, describeReleases, type Release, releases } from '../../kubelet/model/releases.ts'

export interface NamedGate extends Gate {
  readonly name: string
}

/** Gates of a release by name, all or those named. Rejects with Failure 'invalid' that tells every name it does not know. */
export function listGates(release: Release, names: readonly string[]): readonly NamedGate[] {
  const gates = gatesOf(release)
  refuseUnknown([release], names)
  const wanted = names.length === 0 ? [...gates.keys()] : names
  return wanted.map((name) => ({ name, ...gates.get(name)! }))
}

/** What changed between two releases, of all gates or of those named. The older one first, else Failure 'usage'. */
export function listGateChanges(
  span: { readonly from: Release; readonly to: Release },
  names: readonly string[],
): readonly GateDifference[] {
  if (compareReleases(span.from, span.to) >= 0)
    throw new Failure('usage', `${span.from} is not older than ${span.to}`, {
      suggestions: ['name the newer release with --kubernetes-version'],
    })
  refuseUnknown([span.from, span.to], names)
  return gateDifferences(span).filter(({ name }) => names.length === 0 || names.includes(name))
}

function refuseUnknown(among: readonly Release[], names: readonly string[]): void {
  const unknown = names.filter((name) => !among.some((release) => gatesOf(release).has(name)))
  if (unknown.length > 0)
    throw new Failure('invalid', `no feature gate ${unknown.map(quote).join(', ')} in kubelet ${among.join(' and ')}`, {
      suggestions: unknown.flatMap((name) => hints(name, among.at(-1)!)),
    })
}

function hints(name: string, release: Release): string[] {
  const others = releases.filter((other) => gatesOf(other).has(name))
  if (others.length > 0) return [`kubelets know ${name} in ${describeReleases(others)}`]
  const similar = similarGate(release, name)
  const hint = similar === undefined ? namesLike(name, [...gatesOf(release).keys()]) : `did you mean ${similar}?`
  return hint === undefined ? [] : [hint]
}
