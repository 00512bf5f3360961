/** A label and its text; without text, the line is omitted. */
export type Fact = readonly [word: string, text: string | undefined]

const gap = 3

/** One line per fact, texts aligned; a repeated label is printed once. */
export function factLines(facts: readonly Fact[]): readonly string[] {
  const present = facts.filter(([, text]) => text !== undefined && text !== '')
  const width = present.reduce((widest, [word]) => Math.max(widest, word.length), 0) + gap
  return present.map(([word, text], i) => `${(word === present[i - 1]?.[0] ? '' : word).padEnd(width)}${text}`)
}

/** Indented lines below a heading, after an empty line. */
export const section = (word: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', word, ...lines.map((line) => `  ${line}`)]
