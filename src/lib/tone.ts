/** How loudly a word is said; lib/cli/style.ts gives it a colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'faint' | 'strong'

/** A line for people, in pieces: those where the eye should go have a tone. */
export type Line = readonly (string | readonly [tone: Tone, text: string])[]

/** The line where nobody sees colours. */
export const plainLine = (line: Line): string =>
  line.map((piece) => (typeof piece === 'string' ? piece : piece[1])).join('')
