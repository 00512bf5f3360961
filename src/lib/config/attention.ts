import { Watched } from './defaults/watched.ts'
import type { ConfigDocument } from './document.ts'
import { emptyDocument } from './empty-document.ts'
import type { Stage } from './finding.ts'
import { perRelease } from './per-release.ts'
import type { Release } from './releases.ts'
import { gateRules, validationRules } from './rules/all.ts'
import { appliesTo, type Rule } from './rules/rule.ts'
import { startupRules } from './startup/all.ts'

/** A rule, and the stage in which a kubelet gets to it. */
export interface Staged {
  readonly stage: Stage
  readonly rule: Rule
}

/** A rule of a release, and whether a document can make it speak. */
interface Attentive extends Staged {
  /** Fields of the root below which a value must stand for it; undefined: it speaks anyway. */
  readonly woken: readonly string[] | undefined
}

const stages: readonly (readonly [Stage, readonly Rule[]])[] = [
  ['gates', gateRules],
  ['rules', validationRules],
  ['start-up', startupRules],
]

/** The rules of a release, stage by stage, in the kubelet's order. */
const rulesOf = perRelease((release): readonly Staged[] =>
  stages.flatMap(([stage, rules]) => rules.filter((rule) => appliesTo(release, rule)).map((rule) => ({ stage, rule }))),
)

export const attentiveRulesOf = perRelease((release): readonly Attentive[] =>
  rulesOf(release).map(({ stage, rule }) => ({ stage, rule, woken: wokenBy(rule, release) })),
)

const begun = new Set<Release>()

/** Those that a document may break. To find them takes as long as to ask all, so the first document is put to all. */
export function rulesFor(document: ConfigDocument, release: Release): readonly Staged[] {
  if (begun.has(release)) return attentiveRulesOf(release).filter((rule) => canSpeak(rule, document))
  begun.add(release)
  return rulesOf(release)
}

export const canSpeak = ({ woken }: Attentive, { fields }: ConfigDocument): boolean =>
  woken === undefined || woken.some((name) => fields.has(name))

/**
 * What a rule has to say follows from what it looks at. So if it is silent about the empty document, it is silent about
 * each document that has nothing where it looked then.
 */
function wokenBy(rule: Rule, release: Release): readonly string[] | undefined {
  const config = new Watched(emptyDocument, release)
  const isSilent = Array.from(rule.check(config)).length === 0
  return isSilent ? [...new Set(Array.from(config.seen, rootOf))] : undefined
}

const rootOf = (path: string): string => path.split('.')[0]!
