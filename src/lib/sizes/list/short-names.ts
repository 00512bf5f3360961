interface Room {
  /** In columns. */
  readonly width: number
  /** Stands for what is cut out. */
  readonly gap: string
}

/**
 * Names as they fit into a column: without their middle, if they are longer. Names that could be taken for another one stay
 * whole, also if they come later than `names`.
 */
export function shortNames(names: readonly string[], { width, gap }: Room): (name: string) => string {
  const kept = Math.max(0, width - gap.length)
  const short = (name: string): string =>
    name.length <= width
      ? name
      : name.slice(0, Math.ceil(kept / 2)) + gap + name.slice(name.length - Math.floor(kept / 2))
  const owners = Map.groupBy(new Set(names), short)
  const later = new Map<string, string>()
  return (name) => {
    const text = short(name)
    const [owner = later.get(text) ?? name, ...others] = owners.get(text) ?? []
    if (owner !== name || others.length > 0) return name
    later.set(text, name)
    return text
  }
}
