import { fieldNotes } from '../../kubelet/data/field-notes.ts'
import { type Gate, type Gates, gatesWithNeeds } from '../../kubelet/gates/gate.ts'
import { membersOf } from '../../kubelet/gates/groups.ts'
import { type GateSpan, gateHistory } from '../../kubelet/gates/history.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Rule } from '../../kubelet/rules/rule.ts'
import { allRules } from './all-rules.ts'

export interface GateExplanation {
  readonly release: Release
  readonly name: string
  /** Never empty. */
  readonly history: readonly GateSpan[]
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

/** Everything known about a feature gate; undefined: no kubelet knows it. */
export function explainGate(name: string, release: Release): GateExplanation | undefined {
  const history = gateHistory(name)
  if (history.length === 0) return undefined
  const rules = allRules.filter(({ gates = [] }) => gates.includes(name))
  return {
    release,
    name,
    history,
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
