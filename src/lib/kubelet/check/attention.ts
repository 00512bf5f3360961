import { asMap } from '../defaults/values.ts'
import { gatePath, isGatePath, Watched } from '../defaults/watched.ts'
import { hazards } from '../hazards/all.ts'
import type { ConfigDocument } from '../model/document.ts'
import { emptyDocument } from '../model/empty-document.ts'
import type { Stage } from '../model/finding.ts'
import { perRelease } from '../model/per-release.ts'
import type { Release } from '../model/releases.ts'
import { gateRules, validationRules } from '../rules/all.ts'
import { appliesTo, type Rule } from '../rules/rule.ts'
import { startupRules } from '../startup/all.ts'

/** A rule and the stage in which a kubelet checks it. */
export interface Staged {
  readonly stage: Stage
  readonly rule: Rule
}

const stages: readonly (readonly [Stage, readonly Rule[]])[] = [
  ['gates', gateRules],
  ['rules', validationRules],
  ['start-up', startupRules],
  ['operation', hazards],
]

/** The rules of a release, stage by stage, in the kubelet's order. */
export const rulesOf = perRelease((release): readonly Staged[] =>
  stages.flatMap(([stage, rules]) => rules.filter((rule) => appliesTo(release, rule)).map((rule) => ({ stage, rule }))),
)

/** Places in `rulesOf`: of the rules that may report something about any document, and of those that a name wakes. */
const sleepOf = perRelease((release) => {
  const [always, byName] = [new Set<number>(), new Map<string, number[]>()]
  for (const [place, { rule }] of rulesOf(release).entries()) {
    const names = namesThatWake(rule, release)
    if (names === undefined) always.add(place)
    for (const name of names ?? []) byName.set(name, [...(byName.get(name) ?? []), place])
  }
  return { always, byName }
})

/** The names of the last document, and its rules: most documents of a folder have the same. */
const lastOf = perRelease((): { names: readonly string[]; rules: readonly Staged[] } => ({ names: [], rules: [] }))

const begun = new Set<Release>()

/**
 * The rules that a document may break, with the documents that it was merged from. Finding them costs as much as running
 * all, so the first document runs all.
 */
export function rulesFor(documents: readonly ConfigDocument[], release: Release): readonly Staged[] {
  if (!begun.has(release)) {
    begun.add(release)
    return rulesOf(release)
  }
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
  const { always, byName } = sleepOf(release)
  const awake = new Set(always)
  for (const name of names) for (const place of byName.get(name) ?? []) awake.add(place)
  return rulesOf(release).filter((_, place) => awake.has(place))
}

/** What can make rules report: the fields of the root, and each feature gate by itself. */
export const namesIn = ({ fields }: ConfigDocument): readonly string[] => [
  ...fields.keys(),
  ...asMap(fields.get('featureGates')).keys().map(gatePath),
]

/**
 * Names, as in `namesIn`, of which a document must have one; undefined: the rule reports without any of them. A rule is a
 * function of the fields that it reads. If it reports nothing about the empty document, it reports nothing about any
 * document without those fields.
 */
function namesThatWake(rule: Rule, release: Release): readonly string[] | undefined {
  const config = new Watched(emptyDocument, release)
  const isSilent = Array.from(rule.check(config)).length === 0
  return isSilent ? [...new Set(Array.from(config.seen, nameOf))] : undefined
}

const nameOf = (path: string): string => (isGatePath(path) ? path : path.split('.')[0]!)
