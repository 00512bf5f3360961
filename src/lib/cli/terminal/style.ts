import type { Tone } from '../../message/line.ts'

/** A colour for each tone. Colours are defined only here. */
export type Style = Readonly<Record<Tone, (text: string) => string>>

const plain = (text: string): string => text
export const noStyle: Style = { good: plain, bad: plain, warn: plain, faint: plain, strong: plain }

type Surroundings = Pick<NodeJS.Process, 'env' | 'argv'>

/**
 * Colours are on for a terminal, unless TERM=dumb, and with FORCE_COLOR as in chalk and Node.js: CI systems show colours
 * without a terminal. --no-color and NO_COLOR (https://no-color.org) win over both.
 */
function wantsColour({ isTTY }: { isTTY?: boolean }, { env, argv }: Surroundings): boolean {
  const { NO_COLOR = '', FORCE_COLOR, TERM } = env
  if (NO_COLOR !== '' || argv.includes('--no-color')) return false
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR)
  return isTTY === true && TERM !== 'dumb'
}

/** stdout and stderr have a style each: one may be a terminal and the other a file. */
export async function styleFor(stream: { isTTY?: boolean }, surroundings: Surroundings = process): Promise<Style> {
  if (!wantsColour(stream, surroundings)) return noStyle
  const { Chalk } = await import('chalk')
  // chalk would detect the level of stdout. Level 1 is 16 colours.
  const paint = new Chalk({ level: 1 })
  return { good: paint.green, bad: paint.red, warn: paint.yellow, faint: paint.dim, strong: paint.bold }
}
