import { asMap } from '../defaults/values.ts'
import { gatePath, isGatePath, Watched } from '../defaults/watched.ts'
import type { ConfigDocument } from '../model/document.ts'
import { emptyDocument } from '../model/empty-document.ts'
import type { Stage } from '../model/finding.ts'
import { perRelease } from '../model/per-release.ts'
import type { Release } from '../model/releases.ts'
import { gateRules, validationRules } from '../rules/all.ts'
import { appliesTo, type Rule } from '../rules/rule.ts'
import { startupRules } from '../startup/all.ts'

/** A rule, and the stage in which a kubelet gets to it. */
export interface Staged {
  readonly stage: Stage
  readonly rule: Rule
}

/** A rule of a release, and whether a document can make it speak. */
interface Attentive extends Staged {
  /** Names, as in `namesIn`, of which one must be there for it; undefined: it speaks anyway. */
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
  if (begun.has(release)) {
    const names = namesIn(document)
    return attentiveRulesOf(release).filter((rule) => canSpeak(rule, names))
  }
  begun.add(release)
  return rulesOf(release)
}

export const canSpeak = ({ woken }: Attentive, names: ReadonlySet<string>): boolean =>
  woken === undefined || woken.some((name) => names.has(name))

/** What rules can be woken by: the fields of the root, and each feature gate by itself. */
export const namesIn = ({ fields }: ConfigDocument): ReadonlySet<string> =>
  new Set([...fields.keys(), ...asMap(fields.get('featureGates')).keys().map(gatePath)])

/**
 * What a rule has to say follows from what it looks at. So if it is silent about the empty document, it is silent about
 * each document that has nothing where it looked then.
 */
function wokenBy(rule: Rule, release: Release): readonly string[] | undefined {
  const config = new Watched(emptyDocument, release)
  const isSilent = Array.from(rule.check(config)).length === 0
  return isSilent ? [...new Set(Array.from(config.seen, nameOf))] : undefined
}

const nameOf = (path: string): string => (isGatePath(path) ? path : path.split('.')[0]!)
