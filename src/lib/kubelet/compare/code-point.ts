/** Orders text by code point; JavaScript's own order differs beyond U+FFFF. */
export function byCodePoint(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return (a.codePointAt(i) ?? 0) - (b.codePointAt(i) ?? 0)
  }
  return a.length - b.length
}
