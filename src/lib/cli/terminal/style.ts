import type { Tone } from '../../tone.ts'

/** Colours for tones; the only place that knows any. */
export type Style = Readonly<Record<Tone, (text: string) => string>>

const asItIs = (text: string): string => text
export const noStyle: Style = { good: asItIs, bad: asItIs, warn: asItIs, faint: asItIs, strong: asItIs }

type Surroundings = Pick<NodeJS.Process, 'env' | 'argv'>

/**
 * Colour on a terminal, except on a dumb one, and where FORCE_COLOR asks for it as chalk and Node have it: CI systems show
 * colours without a terminal. --no-color and NO_COLOR (https://no-color.org) win over both.
 */
function wantsColour({ isTTY }: { isTTY?: boolean }, { env, argv }: Surroundings): boolean {
  const { NO_COLOR = '', FORCE_COLOR, TERM } = env
  if (NO_COLOR !== '' || argv.includes('--no-color')) return false
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR)
  return isTTY === true && TERM !== 'dumb'
}

/** stdout and stderr each have their own: one may be a terminal and the other a file. */
export async function styleFor(stream: { isTTY?: boolean }, surroundings: Surroundings = process): Promise<Style> {
  if (!wantsColour(stream, surroundings)) return noStyle
  const { Chalk } = await import('chalk')
  // chalk's own level is that of stdout; one of 16 colours is all that is needed.
  const paint = new Chalk({ level: 1 })
  return { good: paint.green, bad: paint.red, warn: paint.yellow, faint: paint.dim, strong: paint.bold }
}
