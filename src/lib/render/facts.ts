/** A word and what there is to say to it; nothing is left out. */
export type Fact = readonly [word: string, text: string | undefined]

const gap = 3

/** A line each, texts below each other; a word that comes again is not repeated. */
export function factLines(facts: readonly Fact[]): readonly string[] {
  const said = facts.filter(([, text]) => text !== undefined && text !== '')
  const width = said.reduce((widest, [word]) => Math.max(widest, word.length), 0) + gap
  return said.map(([word, text], i) => `${(word === said[i - 1]?.[0] ? '' : word).padEnd(width)}${text}`)
}

/** Lines below a word, apart from what is above. */
export const section = (word: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', word, ...lines.map((line) => `  ${line}`)]
