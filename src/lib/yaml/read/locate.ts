import type { Position } from '../../kubelet/model/tree.ts'

/** The position of an offset in a text. */
export type Locate = (offset: number) => Position

const surrogate = /[\ud800-\udfff]/

/** Lines end with \n. A character beyond U+FFFF counts as one column, although it has two code units. */
export function locator(text: string): Locate {
  const lineStarts = lineStartsOf(text)
  const pairs = surrogate.test(text) ? Array.from(text.matchAll(/[\u{10000}-\u{10ffff}]/gu), ({ index }) => index) : []
  return (offset) => {
    const line = countUpTo(lineStarts, offset)
    const start = lineStarts[line - 1] ?? 0
    const surplus = countUpTo(pairs, offset - 1) - countUpTo(pairs, start - 1)
    return { line, column: offset - start - surplus + 1 }
  }
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

/** The number of sorted offsets up to the limit, inclusive. */
export function countUpTo(offsets: readonly number[], limit: number): number {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (offsets[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}
