/** Names that may be meant. */
export interface SimilarNames {
  /** At least one, and not too many for a hint. */
  readonly names: readonly string[]
  /** How many more there are. */
  readonly more: number
}

/** How many names a hint may have. */
const most = 8

/** Those that begin with what was typed, or else have it inside; case does not count. undefined: none. */
export function namesLike(text: string, names: readonly string[]): SimilarNames | undefined {
  if (text.length < 3) return undefined
  const letters = text.toLowerCase()
  const first = names.filter((name) => name.toLowerCase().startsWith(letters))
  const like = first.length > 0 ? first : names.filter((name) => name.toLowerCase().includes(letters))
  return like.length === 0 ? undefined : { names: like.slice(0, most), more: Math.max(0, like.length - most) }
}
