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

/** A rule of a release, and whether a document can make it report something. */
interface Attentive extends Staged {
  /** Names, as in `namesIn`, of which the document must have one; undefined: the rule reports without any of them. */
  readonly woken: readonly string[] | undefined
}

const stages: readonly (readonly [Stage, readonly Rule[]])[] = [
  ['gates', gateRules],
  ['rules', validationRules],
  ['start-up', startupRules],
  ['operation', hazards],
]

/** The rules of a release, stage by stage, in the kubelet's order. */
const rulesOf = perRelease((release): readonly Staged[] =>
  stages.flatMap(([stage, rules]) => rules.filter((rule) => appliesTo(release, rule)).map((rule) => ({ stage, rule }))),
)

export const attentiveRulesOf = perRelease((release): readonly Attentive[] =>
  rulesOf(release).map(({ stage, rule }) => ({ stage, rule, woken: wokenBy(rule, release) })),
)

const begun = new Set<Release>()

/**
 * The rules that a document may break, with the documents that it was merged from. Finding them costs as much as running
 * all, so the first document runs all.
 */
export function rulesFor(documents: readonly ConfigDocument[], release: Release): readonly Staged[] {
  if (begun.has(release)) {
    const names = new Set(documents.flatMap((document) => [...namesIn(document)]))
    return attentiveRulesOf(release).filter((rule) => canSpeak(rule, names))
  }
  begun.add(release)
  return rulesOf(release)
}

export const canSpeak = ({ woken }: Attentive, names: ReadonlySet<string>): boolean =>
  woken === undefined || woken.some((name) => names.has(name))

/** What can make rules report: the fields of the root, and each feature gate by itself. */
export const namesIn = ({ fields }: ConfigDocument): ReadonlySet<string> =>
  new Set([...fields.keys(), ...asMap(fields.get('featureGates')).keys().map(gatePath)])

/**
 * A rule is a function of the fields that it reads. If it reports nothing about the empty document, it reports nothing
 * about any document without those fields.
 */
function wokenBy(rule: Rule, release: Release): readonly string[] | undefined {
  const config = new Watched(emptyDocument, release)
  const isSilent = Array.from(rule.check(config)).length === 0
  return isSilent ? [...new Set(Array.from(config.seen, nameOf))] : undefined
}

const nameOf = (path: string): string => (isGatePath(path) ? path : path.split('.')[0]!)
