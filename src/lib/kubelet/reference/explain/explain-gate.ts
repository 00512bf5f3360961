import { fieldNotes } from '../../data/field-notes.ts'
import { type FormerGate, formerGate } from '../../gates/former.ts'
import { type Gate, type Gates, gatesWithNeeds } from '../../gates/gate.ts'
import { membersOf } from '../../gates/groups.ts'
import { type GateSpan, gateHistory } from '../../gates/history.ts'
import { newest, type Release } from '../../model/releases.ts'
import type { Rule } from '../../rules/rule.ts'
import { allRules } from './all-rules.ts'

export interface GateExplanation {
  readonly release: Release
  readonly name: string
  /** Empty for a gate that is older than all known releases. */
  readonly history: readonly GateSpan[]
  /** undefined: the newest release has it. */
  readonly former: FormerGate | undefined
  /** undefined: the release does not know it. */
  readonly state: Gate | undefined
  /** Gates of the release that require this one. */
  readonly neededBy: readonly string[]
  /** The gates that it sets as well, in the release: for AllAlpha and AllBeta. */
  readonly members: Gates
  /** Rules of any release that depend on it. */
  readonly rules: readonly Rule[]
  /** Fields of these rules, and fields that depend on it directly. */
  readonly fields: readonly string[]
}

/** Everything known about a feature gate; undefined: no kubelet since 1.20 knows it. */
export function explainGate(name: string, release: Release): GateExplanation | undefined {
  const history = gateHistory(name)
  const former = formerGate(newest, name)
  if (history.length === 0 && former === undefined) return undefined
  const rules = allRules.filter(({ gates = [] }) => gates.includes(name))
  return {
    release,
    name,
    history,
    former,
    state: history.find(({ releases }) => releases.includes(release)),
    neededBy: [...gatesWithNeeds(release)].flatMap(([other, { needs }]) => (needs.includes(name) ? [other] : [])),
    members: membersOf(name, release),
    rules,
    fields: [...new Set([...notedFields(name), ...rules.flatMap(({ fields }) => fields)])].filter(
      (field) => field !== 'featureGates',
    ),
  }
}

const notedFields = (name: string): readonly string[] =>
  Object.entries(fieldNotes).flatMap(([path, { gates = [] }]) => (gates.includes(name) ? [path] : []))
