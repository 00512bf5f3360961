const most = 1_000
/** Longer texts are rare, and take memory. */
const longest = 24

/** The same function, which knows what it gave for a text: the pods of a cluster, and documents, repeat a few amounts. */
export function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = of(text)
    if (value === undefined || text.length > longest) return value
    if (known.size === most) known.clear()
    known.set(text, value)
    return value
  }
}
