const spellings: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false] as const),
])

/** As Go's strconv.ParseBool; undefined: not a boolean. */
export const parseBool = (text: string): boolean | undefined => spellings.get(text)

export const boolSpellings: readonly string[] = [...spellings.keys()]
