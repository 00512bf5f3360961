import type { ListedSize } from '../flows/sizes/list-sizes.ts'
import { formatCpu } from '../quantity/cpu.ts'
import { displayMemoryRoundedDown } from '../quantity/memory-display.ts'
import { driftFrom } from '../reconcile/drift.ts'
import { isBroken } from '../reconcile/wish.ts'
import { equal, none } from '../sizing/amounts.ts'

/** By how much a node is larger than it is to be, `cpu/memory`; `-` if it is not. */
export function driftText({ stored, ...size }: ListedSize): string {
  const drift = driftFrom(stored, size)
  if (drift === undefined) return stored && isBroken(stored.wish) ? 'broken' : '?'
  if (equal(drift, none)) return '-'
  return `${signed(drift.cpu, formatCpu)}/${signed(drift.memory, displayMemoryRoundedDown)}`
}

const signed = (amount: bigint, show: (amount: bigint) => string): string => `${amount > 0n ? '+' : ''}${show(amount)}`
