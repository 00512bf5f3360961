import type { NamedGate } from '../flows/files/list-gates.ts'
import type { GateChangeKind, GateDifference } from '../kubelet/gates/changes.ts'
import type { Gate } from '../kubelet/gates/gate.ts'
import type { Tone } from '../tone.ts'

/** `on beta`, or `-` where the release does not know it. */
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

/** `added`, `removed`, or what is different now. */
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
  needs: (_, after) => (after?.needs.length === 0 ? 'needs no other any more' : `needs ${after?.needs.join(', ')}`),
}

/** Naming a gate that is gone stops a kubelet; setting one that is locked may. */
export function toneOfDifference({ kinds }: GateDifference): Tone | undefined {
  if (kinds.includes('removed')) return 'bad'
  return kinds.includes('locked') || kinds.includes('default') ? 'warn' : undefined
}

/** The ones first that may stop a kubelet or change what it does. */
const urgencies: readonly GateChangeKind[] = ['removed', 'locked', 'default', 'needs', 'stage', 'unlocked', 'added']

/** What is new and off changes nothing. */
function urgencyOf({ kinds, after }: GateDifference): number {
  const isAsleep = kinds.includes('added') && after?.on === false
  return isAsleep ? urgencies.length : urgencies.findIndex((kind) => kinds.includes(kind))
}

/** For people who plan an upgrade; what is alike stays in its order. */
export const byUrgency = (differences: readonly GateDifference[]): readonly GateDifference[] =>
  differences.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
