import type { Flag } from '../../kubelet/flags/data/flag.ts'
import { flagSubject } from '../../kubelet/flags/flag-messages.ts'
import { absenceOf, flagNamed, nearestFlag } from '../../kubelet/flags/parse-flags.ts'
import { staying } from '../../kubelet/flags/staying.ts'
import { gatesOf } from '../../kubelet/gates/gate.ts'
import { similarGate } from '../../kubelet/gates/similar.ts'
import { namesLike, type SimilarNames } from '../../kubelet/model/names-like.ts'
import { type Release, releases } from '../../kubelet/model/releases.ts'
import { explainField, type FieldExplanation, keysAt } from '../../kubelet/reference/explain/explain-field.ts'
import { explainGate, type GateExplanation } from '../../kubelet/reference/explain/explain-gate.ts'
import {
  explainRule,
  looksLikeRule,
  type RuleExplanation,
  ruleSpans,
  similarRule,
} from '../../kubelet/reference/explain/explain-rule.ts'
import { type FoundField, findField, type MissingField } from '../../kubelet/reference/explain/find-field.ts'
import { Failure } from '../../message/failure.ts'
import { type AskedFact, FlagWithoutField, NoSuchField, NoSuchGate, NoSuchKey, NoSuchRule } from './asked-messages.ts'

export type Explanation =
  | { readonly kind: 'field'; readonly field: FieldExplanation }
  | { readonly kind: 'gate'; readonly gate: GateExplanation }
  | { readonly kind: 'rule'; readonly rule: RuleExplanation }

/**
 * Explains a field, a feature gate or a rule; a flag is explained as the field that replaces it. Throws Failure
 * 'invalid' with similar names when there is no such thing.
 */
export function explain(text: string, release: Release): Explanation {
  if (looksLikeRule(text)) return { kind: 'rule', rule: explainRule(text) ?? refuseRule(text) }
  const found = findField(text)
  if (!('missing' in found)) return explainFound(found, release)
  const gate = explainGate(text, release)
  if (gate !== undefined) return { kind: 'gate', gate }
  const flag = flagNamed(text.replace(/^--?/, '').replace(/=.*$/s, ''))
  if (flag !== undefined) return explain(flag.field ?? refuseFlag(flag, release), release)
  return refuseField(text, found)
}

function explainFound(found: FoundField, release: Release): Explanation {
  const { path, key } = found
  if (key === undefined) return { kind: 'field', field: explainField(found, release) }
  if (path === 'featureGates{}') return { kind: 'gate', gate: explainGate(key, release) ?? refuseGate(key) }
  const keys = keysAt(found, release)
  if (keys?.includes(key) === false) throw refusal(NoSuchKey({ key, map: path.slice(0, -2), keys }))
  return { kind: 'field', field: explainField(found, release) }
}

const refusal = (fact: AskedFact): Failure => new Failure('invalid', fact)

function refuseField(text: string, { missing, remedy, similar }: MissingField): never {
  const isNamedAsGate = /^[A-Z]\w*$/.test(text)
  if (remedy === undefined && similar === undefined && isNamedAsGate) refuseGate(text)
  const others = similar ?? gatesLike(text)
  throw refusal(
    NoSuchField({
      field: missing,
      remedy,
      gate: spelledAsGate(text),
      flag: similarFlag(text),
      similar: others,
    }),
  )
}

function refuseGate(name: string): never {
  const spelling = spelledAsGate(name)
  const similar = spelling === undefined ? gatesLike(name) : { names: [spelling], more: 0 }
  throw refusal(NoSuchGate({ gate: { name, releases: [], similar } }))
}

const spelledAsGate = (text: string): string | undefined =>
  releases.toReversed().flatMap((release) => similarGate(release, text) ?? [])[0]

const gatesLike = (text: string): SimilarNames | undefined =>
  namesLike(text, [...new Set(releases.flatMap((release) => [...gatesOf(release).keys()]))].toSorted())

/** `anonymousAuth` resembles `--anonymous-auth`, whose field has another name. */
function similarFlag(text: string): { readonly name: string; readonly field: string } | undefined {
  const words = text.replaceAll(/[A-Z]+(?![a-z])|[A-Z]/g, (letters) => `-${letters.toLowerCase()}`)
  const name = text.length < 3 ? undefined : nearestFlag(words.replace(/^--?/, ''))
  const field = name && flagNamed(name)?.field
  return name && field ? { name, field } : undefined
}

function refuseFlag(flag: Flag, release: Release): never {
  throw refusal(
    FlagWithoutField({
      subject: flagSubject(flag.name),
      absence: absenceOf(release, flag),
      staying: staying.get(flag.name),
    }),
  )
}

function refuseRule(text: string): never {
  throw refusal(NoSuchRule({ rule: text, similar: similarRule(text), spans: ruleSpans }))
}
