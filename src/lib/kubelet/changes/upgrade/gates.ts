import { fieldNotes } from '../../data/field-notes.ts'
import { asMap } from '../../defaults/values.ts'
import { type Gate, gatesOf } from '../../gates/gate.ts'
import type { ConfigDocument } from '../../model/document.ts'
import type { Release } from '../../model/releases.ts'
import { validationRules } from '../../rules/all.ts'
import { startupRules } from '../../startup/all.ts'

/** The effect of an upgrade on one feature gate. */
export interface GateChange {
  readonly name: string
  readonly change: 'default' | 'locked' | 'deprecated'
  /** The new default. */
  readonly on: boolean
  /** Whether the document sets it. */
  readonly named: boolean
}

/** All other gates belong to the control plane, or no field depends on them. */
const deciding = new Set(
  [...validationRules, ...startupRules, ...Object.values(fieldNotes)].flatMap(({ gates = [] }) => gates),
)

/** Changes of the gates that the document sets, and of those that a field depends on. Rule V01 finds removed gates. */
export function gateChanges(
  document: ConfigDocument,
  { from, to }: { from: Release; to: Release },
): readonly GateChange[] {
  const named = asMap(document.fields.get('featureGates'))
  const [before, after] = [gatesOf(from), gatesOf(to)]
  return [...after].flatMap(([name, gate]): GateChange[] => {
    const isNamed = named.has(name)
    if (!isNamed && !deciding.has(name)) return []
    const change = changeOf(before.get(name), gate, isNamed)
    if (change === undefined) return []
    return [{ name, change, on: gate.on, named: isNamed }]
  })
}

/** For a gate that the document does not set, only the default counts. */
function changeOf(before: Gate | undefined, after: Gate, isNamed: boolean): GateChange['change'] | undefined {
  if (isNamed && after.locked && !before?.locked) return 'locked'
  if (after.on !== (before?.on ?? false)) return 'default'
  return isNamed && after.stage === 'deprecated' && before?.stage !== 'deprecated' ? 'deprecated' : undefined
}
