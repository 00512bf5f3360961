import type { GateChangeKind, GateDifference } from '../config/gates/changes.ts'
import type { Gate } from '../config/gates/gate.ts'
import type { NamedGate } from '../flows/list-gates.ts'
import type { Tone } from './tone.ts'

/** `on beta`, or `-` where the release does not know it. */
export const describeState = (gate: Gate | undefined): string =>
  gate === undefined ? '-' : `${gate.on ? 'on' : 'off'} ${gate.stage}${gate.locked ? ' locked' : ''}`

export const gateData = ({ name, on, stage, locked, needs }: NamedGate): Record<string, unknown> => ({
  name,
  default: on,
  stage,
  locked,
  needs,
})

export const differenceData = ({ name, kinds, before, after }: GateDifference): Record<string, unknown> => ({
  name,
  changes: kinds,
  before: before === undefined ? null : stateData(before),
  after: after === undefined ? null : stateData(after),
})

const stateData = ({ on, stage, locked, needs }: Gate): Record<string, unknown> => ({
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
  added: (_, after) => `added${after?.locked ? ', locked' : ''}`,
  removed: () => 'removed',
  default: (_, after) => `${after?.on ? 'on' : 'off'} by default`,
  stage: (before, after) => `${before?.stage} → ${after?.stage}`,
  locked: () => 'locked',
  unlocked: () => 'unlocked',
  needs: (_, after) => (after?.needs.length === 0 ? 'needs no other any more' : `needs ${after?.needs.join(', ')}`),
}

/** Naming a gate that is gone stops a kubelet; setting one that is locked may. */
export function toneOfDifference({ kinds }: GateDifference): Tone | undefined {
  if (kinds.includes('removed')) return 'bad'
  return kinds.includes('locked') || kinds.includes('default') ? 'warn' : undefined
}
