import { asMap } from '../defaults/values.ts'
import { gatePath, isGatePath } from '../defaults/watched.ts'
import { isGateSomewhere } from '../gates/former.ts'
import type { ConfigDocument } from '../model/document.ts'
import { perRelease } from '../model/per-release.ts'
import type { Release } from '../model/releases.ts'
import { rulesOf, type Staged } from './staged.ts'

/** The names of the last document, and its rules: most documents of a folder have the same. */
const lastOf = perRelease((): { names: readonly string[]; rules: readonly Staged[] } => ({ names: [], rules: [] }))

/** The rules that a document may break, with the documents that it was merged from. */
export function rulesFor(documents: readonly ConfigDocument[], release: Release): readonly Staged[] {
  const names = documents.length === 1 ? namesIn(documents[0]!) : documents.flatMap(namesIn)
  const last = lastOf(release)
  if (last.rules.length === 0 || !isSame(names, last.names))
    Object.assign(last, { names, rules: rulesWokenBy(names, release) })
  return last.rules
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name, i) => name === others[i])

/** The rules that a document with these names may break, in the kubelet's order. */
export function rulesWokenBy(names: readonly string[], release: Release): readonly Staged[] {
  if (names.some(isStrangeGate)) return rulesOf(release)
  const given = new Set(names)
  return rulesOf(release).filter(({ wakes }) => wakes.some((name) => given.has(name)))
}

/** What no release has is misspelt: it may count as any other gate. */
const isStrangeGate = (name: string): boolean => isGatePath(name) && !isGateSomewhere(name.slice(gatePath('').length))

/** What can make rules report: the fields of the root, and each feature gate by itself. */
export const namesIn = ({ fields }: ConfigDocument): readonly string[] => [
  ...fields.keys(),
  ...asMap(fields.get('featureGates')).keys().map(gatePath),
]
