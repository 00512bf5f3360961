/** How many names a hint may have. */
const most = 8

/** A hint at the names that begin with what was typed, or else have it inside; case does not count. */
export function namesLike(text: string, names: readonly string[]): string | undefined {
  if (text.length < 3) return undefined
  const letters = text.toLowerCase()
  const first = names.filter((name) => name.toLowerCase().startsWith(letters))
  const like = first.length > 0 ? first : names.filter((name) => name.toLowerCase().includes(letters))
  if (like.length < 2) return like[0] && `did you mean ${like[0]}?`
  const more = like.length > most ? ` and ${like.length - most} more` : ''
  return `did you mean one of ${like.slice(0, most).join(', ')}${more}?`
}
