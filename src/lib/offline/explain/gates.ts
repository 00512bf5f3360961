import type { GateChangeKind, GateDifference } from '../../kubelet/gates/changes.ts'
import type { Gate } from '../../kubelet/gates/gate.ts'
import type { Tone } from '../../message/line.ts'
import type { NamedGate } from './list-gates.ts'

/** `on beta`, or `-` when the release does not have it. */
export const describeState = (gate: Gate | undefined): string =>
  gate === undefined ? '-' : `${gate.on ? 'on' : 'off'} ${gate.stage}${gate.locked ? ' locked' : ''}`

export const gateData = (gate: NamedGate): Record<string, unknown> => ({ name: gate.name, ...stateData(gate) })

export const differenceData = ({ name, kinds, before, after }: GateDifference): Record<string, unknown> => ({
  name,
  changes: kinds,
  before: before === undefined ? null : stateData(before),
  after: after === undefined ? null : stateData(after),
})

export const stateData = ({ on, stage, locked, needs }: Gate): Record<string, unknown> => ({
  default: on,
  stage,
  locked,
  needs,
})

/** `added`, `removed`, or the new state. */
export const describeDifference = ({ kinds, before, after }: GateDifference): string =>
  kinds.map((kind) => phrases[kind](before, after)).join(', ')

type Phrase = (before: Gate | undefined, after: Gate | undefined) => string

const phrases: Readonly<Record<GateChangeKind, Phrase>> = {
  added: (_, after) => `added, ${describeState(after)}`,
  removed: (before) => `removed, was ${describeState(before)}`,
  default: (_, after) => `${after?.on ? 'on' : 'off'} by default`,
  stage: (before, after) => `${before?.stage} → ${after?.stage}`,
  locked: (_, after) => `locked to ${after?.on}`,
  unlocked: () => 'unlocked',
  needs: (_, after) =>
    after?.needs.length === 0 ? 'no longer needs another gate' : `needs ${after?.needs.join(', ')}`,
}

/** Setting a removed gate stops a kubelet; setting a locked gate may. */
export function toneOfDifference({ kinds }: GateDifference): Tone | undefined {
  if (kinds.includes('removed')) return 'bad'
  return kinds.includes('locked') || kinds.includes('default') ? 'warn' : undefined
}

/** Most urgent first: changes that may stop a kubelet or change its behavior. */
const urgencies: readonly GateChangeKind[] = ['removed', 'locked', 'default', 'needs', 'stage', 'unlocked', 'added']

/** A new gate that is off changes nothing. */
function urgencyOf({ kinds, after }: GateDifference): number {
  const isNewAndOff = kinds.includes('added') && after?.on === false
  return isNewAndOff ? urgencies.length : urgencies.findIndex((kind) => kinds.includes(kind))
}

/** Most urgent first, for planning an upgrade. The sort is stable. */
export const byUrgency = (differences: readonly GateDifference[]): readonly GateDifference[] =>
  differences.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
