import type { Position } from '../config/tree.ts'

/** The position of an offset in a text. */
export type Locate = (offset: number) => Position

/** Lines end with \n. A character beyond U+FFFF takes two places in the text, but is one column. */
export function locator(text: string): Locate {
  const lineStarts = [0, ...offsetsOf(text, /\n/g).map((offset) => offset + 1)]
  const pairs = offsetsOf(text, /[\u{10000}-\u{10ffff}]/gu)
  return (offset) => {
    const line = countUpTo(lineStarts, offset)
    const start = lineStarts[line - 1] ?? 0
    const surplus = countUpTo(pairs, offset - 1) - countUpTo(pairs, start - 1)
    return { line, column: offset - start - surplus + 1 }
  }
}

const offsetsOf = (text: string, pattern: RegExp): number[] => Array.from(text.matchAll(pattern), ({ index }) => index)

/** How many of the sorted offsets are not beyond the limit. */
function countUpTo(offsets: readonly number[], limit: number): number {
  let [low, high] = [0, offsets.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (offsets[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}
