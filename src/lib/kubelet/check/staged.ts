import { gatePath } from '../defaults/watched.ts'
import { groups } from '../gates/groups.ts'
import { hazards } from '../hazards/all.ts'
import type { Stage } from '../model/finding.ts'
import { perRelease } from '../model/per-release.ts'
import { gateRules, validationRules } from '../rules/all.ts'
import { appliesTo, type Check, type Rule } from '../rules/rule.ts'
import { startupRules } from '../startup/all.ts'

/** A rule or a part of one, and the stage in which a kubelet checks it. */
export interface Staged {
  readonly stage: Stage
  readonly rule: Rule
  readonly check: Check
  /** A document without any of these, fields of the root or paths of feature gates, does not break it. */
  readonly wakes: readonly string[]
}

const stages: readonly (readonly [Stage, readonly Rule[]])[] = [
  ['gates', gateRules],
  ['rules', validationRules],
  ['start-up', startupRules],
  ['operation', hazards],
]

/** Those of all releases, stage by stage, in the kubelet's order. */
export const staged: readonly Staged[] = stages.flatMap(([stage, rules]) =>
  rules.flatMap((rule) =>
    (rule.parts ?? [rule]).map((part) => ({ stage, rule, check: part.check, wakes: wakesOf(part) })),
  ),
)

/** `featureGates` beside other fields is only where problems are reported. */
function wakesOf({ fields = [], gates = [], reads = fields }: Partial<Rule>): readonly string[] {
  const own = reads.length === 1 ? reads : reads.filter((path) => path !== 'featureGates')
  const roots = own.map((path) => path.split('.', 1)[0]!)
  return gates.length === 0 ? roots : [...roots, ...[...gates, ...Object.values(groups)].map(gatePath)]
}

/** The same for one release. */
export const rulesOf = perRelease((release) => staged.filter(({ rule }) => appliesTo(release, rule)))
