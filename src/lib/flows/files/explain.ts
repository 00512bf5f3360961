import { Failure } from '../../failure.ts'
import { gatesOf } from '../../kubelet/gates/gate.ts'
import { similarGate } from '../../kubelet/gates/similar.ts'
import { namesLike } from '../../kubelet/model/names-like.ts'
import { quote } from '../../kubelet/model/quote.ts'
import { type Release, releases } from '../../kubelet/model/releases.ts'
import type { Flag } from '../../kubelet-flags/flag.ts'
import { flagNamed, nearestFlag, whyNot } from '../../kubelet-flags/parse-flags.ts'
import { instead, staying } from '../../kubelet-flags/staying.ts'
import { explainField, type FieldExplanation, keysAt } from '../../kubelet-reference/explain/explain-field.ts'
import { explainGate, type GateExplanation } from '../../kubelet-reference/explain/explain-gate.ts'
import {
  explainRule,
  looksLikeRule,
  type RuleExplanation,
  ruleIds,
  similarRule,
} from '../../kubelet-reference/explain/explain-rule.ts'
import { type FoundField, findField } from '../../kubelet-reference/explain/find-field.ts'

export type Explanation =
  | { readonly kind: 'field'; readonly field: FieldExplanation }
  | { readonly kind: 'gate'; readonly gate: GateExplanation }
  | { readonly kind: 'rule'; readonly rule: RuleExplanation }

/**
 * What is known of a field, a feature gate or a rule; a flag is the field that replaces it. Throws Failure 'invalid' with
 * what was probably meant when there is no such thing.
 */
export function explain(text: string, release: Release): Explanation {
  if (looksLikeRule(text)) return { kind: 'rule', rule: explainRule(text) ?? refuseRule(text) }
  const found = findField(text)
  if (!('missing' in found)) return explainFound(found, release)
  const gate = explainGate(text, release)
  if (gate !== undefined) return { kind: 'gate', gate }
  const flag = flagNamed(text.replace(/^--?/, '').replace(/=.*$/s, ''))
  if (flag !== undefined) return explain(flag.field ?? refuseFlag(flag, release), release)
  const { missing, remedy } = found
  if (remedy === undefined && /^[A-Z]\w*$/.test(text)) refuseGate(text)
  const hint = remedy ?? similarGateHint(text) ?? flagHint(text) ?? gatesLike(text)
  throw new Failure('invalid', `no field '${missing}'`, {
    suggestions: [hint ?? 'without a path, explain lists all fields'],
  })
}

function explainFound(found: FoundField, release: Release): Explanation {
  const { path, key } = found
  if (key === undefined) return { kind: 'field', field: explainField(found, release) }
  if (path === 'featureGates{}') return { kind: 'gate', gate: explainGate(key, release) ?? refuseGate(key) }
  const keys = keysAt(found, release)
  if (keys?.includes(key) === false)
    throw new Failure('invalid', `no key ${quote(key)} in ${path.slice(0, -2)}`, {
      suggestions: [`its keys are ${keys.join(', ')}`],
    })
  return { kind: 'field', field: explainField(found, release) }
}

function refuseGate(name: string): never {
  throw new Failure(
    'invalid',
    `no feature gate ${quote(name)} in any kubelet from ${releases[0]} to ${releases.at(-1)}`,
    {
      suggestions: [similarGateHint(name) ?? gatesLike(name) ?? 'kubeletcfg gates lists all of a release'],
    },
  )
}

function similarGateHint(text: string): string | undefined {
  const similar = releases.toReversed().flatMap((release) => similarGate(release, text) ?? [])[0]
  return similar && `did you mean the feature gate ${similar}?`
}

const gatesLike = (text: string): string | undefined =>
  namesLike(text, [...new Set(releases.flatMap((release) => [...gatesOf(release).keys()]))].toSorted())

/** `anonymousAuth` is nearly `--anonymous-auth`, whose field has another name. */
function flagHint(text: string): string | undefined {
  const words = text.replaceAll(/[A-Z]+(?![a-z])|[A-Z]/g, (letters) => `-${letters.toLowerCase()}`)
  const name = text.length < 3 ? undefined : nearestFlag(words.replace(/^--?/, ''))
  const field = name && flagNamed(name)?.field
  return field && `did you mean ${field}, the field of --${name}?`
}

function refuseFlag(flag: Flag, release: Release): never {
  const gone = whyNot(release, flag)
  throw new Failure('invalid', `no field replaces the flag --${flag.name}`, {
    suggestions: [
      ...(gone === undefined ? [] : [`it is ${gone}`]),
      instead.get(flag.name) ?? staying.get(flag.name) ?? (gone === undefined ? 'it stays a flag' : 'leave it out'),
    ],
  })
}

function refuseRule(text: string): never {
  const similar = similarRule(text)
  throw new Failure('invalid', `no rule '${text}'`, {
    suggestions: [similar === undefined ? `rules are ${ruleIds} and those of findings` : `did you mean ${similar}?`],
  })
}
