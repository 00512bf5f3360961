/** Suggestions for a mistyped name. */
export interface SimilarNames {
  /** At least one, and few enough for a hint. */
  readonly names: readonly string[]
  /** How many are left out. */
  readonly more: number
}

/** The most names in a hint. */
const most = 8

/** Names that begin with the text, or else contain it, in any case. undefined: none. */
export function namesLike(text: string, names: readonly string[]): SimilarNames | undefined {
  if (text.length < 3) return undefined
  const letters = text.toLowerCase()
  const first = names.filter((name) => name.toLowerCase().startsWith(letters))
  const like = first.length > 0 ? first : names.filter((name) => name.toLowerCase().includes(letters))
  return like.length === 0 ? undefined : { names: like.slice(0, most), more: Math.max(0, like.length - most) }
}
