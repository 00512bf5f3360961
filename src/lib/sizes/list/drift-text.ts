import { equal, none } from '../../pods/amounts.ts'
import { formatCpu } from '../../quantity/cpu.ts'
import { displayMemoryRoundedDown } from '../../quantity/memory-display.ts'
import { driftFrom } from '../desired/drift.ts'
import { isBroken } from '../desired/wish.ts'
import type { ListedSize } from './list-sizes.ts'

/** By how much a node is larger than it is to be, `cpu/memory`; `-` if it is not. */
export function driftText({ stored, ...size }: ListedSize): string {
  const drift = driftFrom(stored, size)
  if (drift === undefined) return stored && isBroken(stored.wish) ? 'broken' : '?'
  if (equal(drift, none)) return '-'
  return `${signed(drift.cpu, formatCpu)}/${signed(drift.memory, displayMemoryRoundedDown)}`
}

const signed = (amount: bigint, show: (amount: bigint) => string): string => `${amount > 0n ? '+' : ''}${show(amount)}`
