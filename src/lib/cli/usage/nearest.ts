import { closestMatch } from 'leven'

/**
 * Hints for words that do not exist. Two words are near when one is the beginning of the other, or half of the letters are
 * right, in whatever case.
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
