import type { Effective } from '../defaults/effective.ts'
import { asText, member } from '../defaults/values.ts'
import { flawOfLabelValue, flawOfQualifiedName } from '../grammar/qualified-name.ts'
import type { Value } from '../model/document.ts'
import { fieldPath, itemPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { oneOf } from './one-of.ts'
import type { Problem, Rule } from './rule.ts'
import { taints, validation } from './sources.ts'

const field = 'registerWithTaints'
const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** Taints that the Node is registered with. */
export const taintRules: readonly Rule[] = [
  {
    id: 'V36',
    fields: [field],
    meaning: 'Each taint of registerWithTaints must have a valid key, value and effect; value and effect may be empty.',
    source: taints,
    check: (config) => each(config, flaws),
  },
  {
    id: 'V37',
    fields: [field],
    meaning: 'Taints of registerWithTaints must not set timeAdded.',
    source: validation,
    check: (config) => each(config, (taint) => (member(taint, 'timeAdded') === undefined ? [] : [timeAdded])),
  },
]

/** `part` is the field of the taint that has the problem. */
type Flaw = Problem & { readonly part: string }

const timeAdded: Flaw = {
  part: 'timeAdded',
  reason: 'FieldValueForbidden',
  subject: 'timeAdded',
  message: 'must not be set: the control plane sets it',
  remedy: 'remove it',
}

function* each(config: Effective, check: (taint: Value) => Iterable<Flaw>): Generator<Problem> {
  for (const [index, taint] of config.list(field).entries())
    for (const { part, ...problem } of check(taint))
      yield { path: fieldPath(itemPath(field, index), part), at: member(taint, part) ?? taint, ...problem }
}

function* flaws(taint: Value): Generator<Flaw> {
  const [key, value, effect] = [member(taint, 'key'), member(taint, 'value'), member(taint, 'effect')].map(asText)
  yield* named('key', key!, flawOfQualifiedName)
  yield* named('value', value!, flawOfLabelValue)
  if (effect !== '') for (const problem of oneOf('effect', effect!, effects)) yield { part: 'effect', ...problem }
}

function* named(part: string, text: string, flawOf: (text: string) => string | undefined): Generator<Flaw> {
  const flaw = flawOf(text)
  if (flaw !== undefined) yield { part, subject: part, message: `${quote(text)} ${flaw}` }
}
