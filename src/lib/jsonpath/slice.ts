import type { Failure } from '../message/failure.ts'
import type { DataProblem } from './jsonpath-messages.ts'
import type { Slice } from './template.ts'

/** The elements that a slice selects. Negative positions count from the end; positions outside are refused. */
export function elementsOf(
  array: readonly unknown[],
  slice: Slice,
  fail: (problem: DataProblem) => Failure,
): readonly unknown[] {
  const { length } = array
  const fromStart = (position: number): number => (position < 0 ? position + length : position)
  if ('index' in slice) {
    const at = fromStart(slice.index)
    if (at < 0 || at >= length) throw fail({ problem: 'IndexOutOfRange', index: slice.index, length })
    return [array[at]]
  }
  const { from = 0, to = length, step } = slice
  const [first, end] = [fromStart(from), fromStart(to)]
  if (first === end) return []
  if (first < 0 || first >= length || end < 0 || end > length || first > end)
    throw fail({ problem: 'SliceOutOfRange', from, to, length })
  return array.slice(first, end).filter((_, i) => i % step === 0)
}
