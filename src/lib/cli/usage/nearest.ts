import { closestMatch } from 'leven'

/**
 * "did you mean" hints for unknown words. A word is near when it is the beginning of a known one, or differs from it in at
 * most half of its letters, and in at most three. Case does not matter.
 */
export function nearest(typed: readonly string[], known: readonly string[]): string[] {
  return typed
    .map((word) => nearestTo(word.toLowerCase(), known))
    .filter((word) => word !== undefined)
    .map(didYouMean)
}

export const didYouMean = (word: string): string => `did you mean ${word}?`

function nearestTo(letters: string, known: readonly string[]): string | undefined {
  const maxDistance = Math.min(3, Math.floor(letters.replace(/^-+/, '').length / 2))
  if (maxDistance === 0) return undefined
  return known.find((name) => name.startsWith(letters)) ?? closestMatch(letters, known, { maxDistance })
}
