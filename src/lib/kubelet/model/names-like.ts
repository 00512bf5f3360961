/** Suggestions for a mistyped name. */
export interface SimilarNames {
  /** At least one, and few enough for a hint. */
  readonly names: readonly string[]
  /** How many are left out. */
  readonly more: number
}

/** The most names in a hint. */
const most = 8

/** Names that begin with the text, or else have a word that does, in any case. undefined: none, or fewer than three letters. */
export function namesLike(text: string, names: readonly string[]): SimilarNames | undefined {
  if (text.length < 3) return undefined
  const letters = text.toLowerCase()
  const first = names.filter((name) => name.toLowerCase().startsWith(letters))
  const like =
    first.length > 0 ? first : names.filter((name) => wordStarts(name).some((at) => hasAt(name, letters, at)))
  return like.length === 0 ? undefined : { names: like.slice(0, most), more: Math.max(0, like.length - most) }
}

/** `tlsCertFile` has words at 0, 3 and 7, `CPUManagerPolicy` at 0, 3 and 10. */
const wordStarts = (name: string): readonly number[] =>
  [...name.matchAll(/^.|(?<![A-Z])[A-Z]|[A-Z](?=[a-z])/g)].map(({ index }) => index)

const hasAt = (name: string, letters: string, at: number): boolean => name.toLowerCase().startsWith(letters, at)
