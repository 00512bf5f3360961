import type { Release } from '../model/releases.ts'
import { type Gate, gatesOf } from './gate.ts'

/** How a gate changed between two releases. */
export type GateChangeKind = 'added' | 'removed' | 'default' | 'stage' | 'locked' | 'unlocked' | 'needs'

export interface GateDifference {
  readonly name: string
  /** Never empty. */
  readonly kinds: readonly GateChangeKind[]
  /** undefined: the older release does not know it. */
  readonly before: Gate | undefined
  /** undefined: the newer release does not know it, and its kubelet does not start with it. */
  readonly after: Gate | undefined
}

/** Gates that differ between the releases, by name. */
export function gateDifferences({ from, to }: { from: Release; to: Release }): readonly GateDifference[] {
  const [old, current] = [gatesOf(from), gatesOf(to)]
  const names = [...new Set([...old.keys(), ...current.keys()])].sort()
  return names
    .map((name) => differenceOf(name, old.get(name), current.get(name)))
    .filter(({ kinds }) => kinds.length > 0)
}

function differenceOf(name: string, before: Gate | undefined, after: Gate | undefined): GateDifference {
  if (before === undefined || after === undefined)
    return { name, kinds: [before === undefined ? 'added' : 'removed'], before, after }
  const kinds: readonly (GateChangeKind | false)[] = [
    before.on !== after.on && 'default',
    before.stage !== after.stage && 'stage',
    before.locked !== after.locked && (after.locked ? 'locked' : 'unlocked'),
    before.needs.join() !== after.needs.join() && 'needs',
  ]
  return { name, kinds: kinds.filter((kind) => kind !== false), before, after }
}
