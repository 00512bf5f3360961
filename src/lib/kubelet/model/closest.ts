import { closestMatch } from 'leven'

/**
 * The candidate with the fewest edits from a text, the first of equals; undefined: none is within the distance.
 * With N edits, one of N + 1 pieces is unchanged, and searching for pieces is much faster than counting edits.
 */
export function closest(text: string, candidates: readonly string[], maxDistance: number): string | undefined {
  const pieces = piecesOf(text, maxDistance + 1)
  const near = candidates.filter(
    (candidate) =>
      Math.abs(candidate.length - text.length) <= maxDistance && pieces.some((piece) => candidate.includes(piece)),
  )
  return closestMatch(text, near, { maxDistance })
}

/** The candidates of about the same length. */
const piecesOf = (text: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) =>
    text.slice(Math.floor((text.length * i) / count), Math.floor((text.length * (i + 1)) / count)),
  )
