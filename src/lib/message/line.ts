/** The role of a piece of text; lib/cli/terminal/style.ts gives each a colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'faint' | 'strong'

/** A line for people, in pieces. Pieces to emphasize or to tone down have a tone. */
export type Line = readonly (string | readonly [tone: Tone, text: string])[]

/** The line without tones. */
export const plainLine = (line: Line): string =>
  line.map((piece) => (typeof piece === 'string' ? piece : piece[1])).join('')
