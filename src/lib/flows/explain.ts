import { explainField, type FieldExplanation } from '../config/explain/explain-field.ts'
import {
  explainRule,
  looksLikeRule,
  type RuleExplanation,
  ruleIds,
  similarRule,
} from '../config/explain/explain-rule.ts'
import { findField } from '../config/explain/find-field.ts'
import { gateOf } from '../config/gates/gate.ts'
import { type Release, releases } from '../config/releases.ts'
import { Failure } from '../errors.ts'

export type Explanation =
  | { readonly kind: 'field'; readonly field: FieldExplanation }
  | { readonly kind: 'rule'; readonly rule: RuleExplanation }

/** What is known of a field or a rule. Throws Failure 'invalid' with what was probably meant when there is no such thing. */
export function explain(text: string, release: Release): Explanation {
  if (looksLikeRule(text)) return { kind: 'rule', rule: explainRule(text) ?? refuseRule(text) }
  const found = findField(text)
  if ('missing' in found)
    throw new Failure('invalid', `no field '${found.missing}'`, {
      suggestions: [found.remedy ?? gateHint(text) ?? 'without a path, explain lists all fields'],
    })
  return { kind: 'field', field: explainField(found, release) }
}

function gateHint(text: string): string | undefined {
  const isGate = releases.some((release) => gateOf(release, text) !== undefined)
  return isGate ? `it is a feature gate: see kubeletcfg gates ${text}` : undefined
}

function refuseRule(text: string): never {
  const similar = similarRule(text)
  throw new Failure('invalid', `no rule '${text}'`, {
    suggestions: [similar === undefined ? `rules are ${ruleIds} and those of findings` : `did you mean ${similar}?`],
  })
}
