import { asMap } from '../defaults/values.ts'
import type { ConfigDocument } from '../document.ts'
import { type Gate, gatesOf } from '../gates/gate.ts'
import type { Release } from '../releases.ts'
import { validationRules } from '../rules/all.ts'
import { startupRules } from '../startup/all.ts'

/** What an upgrade does to one feature gate. */
export interface GateChange {
  readonly name: string
  readonly change: 'default' | 'locked' | 'deprecated'
  /** On or off by default, after. */
  readonly on: boolean
  /** Does the document name it? */
  readonly named: boolean
}

/** Other gates are of the control plane, or change no rule. */
const deciding = new Set([...validationRules, ...startupRules].flatMap(({ gates = [] }) => gates))

/** Of the gates that the document names, and of those that decide about rules; removed ones are found by V01. */
export function gateChanges(
  document: ConfigDocument,
  { from, to }: { from: Release; to: Release },
): readonly GateChange[] {
  const named = asMap(document.fields.get('featureGates'))
  const [before, after] = [gatesOf(from), gatesOf(to)]
  return [...after].flatMap(([name, gate]): GateChange[] => {
    const isNamed = named.has(name)
    const change = changeOf(before.get(name), gate)
    if (change === undefined || !(isNamed || (change === 'default' && deciding.has(name)))) return []
    return [{ name, change, on: gate.on, named: isNamed }]
  })
}

function changeOf(before: Gate | undefined, after: Gate): GateChange['change'] | undefined {
  if (before === undefined) return undefined
  if (after.locked && !before.locked) return 'locked'
  if (after.on !== before.on) return 'default'
  return after.stage === 'deprecated' && before.stage !== 'deprecated' ? 'deprecated' : undefined
}
