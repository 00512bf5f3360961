import type { Tone } from '../../tone.ts'

/** Colours for tones; the only place that knows any. */
export type Style = Readonly<Record<Tone, (text: string) => string>>

const asItIs = (text: string): string => text
export const noStyle: Style = { good: asItIs, bad: asItIs, warn: asItIs, faint: asItIs, strong: asItIs }

type Surroundings = Pick<NodeJS.Process, 'env' | 'argv'>

/** Colour only on a terminal that wants it: NO_COLOR (https://no-color.org), TERM=dumb and --no-color say no. */
function wantsColour({ isTTY }: { isTTY?: boolean }, { env, argv }: Surroundings): boolean {
  const { NO_COLOR = '', TERM } = env
  return isTTY === true && NO_COLOR === '' && TERM !== 'dumb' && !argv.includes('--no-color')
}

/** stdout and stderr each have their own: one may be a terminal and the other a file. */
export async function styleFor(stream: { isTTY?: boolean }, surroundings: Surroundings = process): Promise<Style> {
  if (!wantsColour(stream, surroundings)) return noStyle
  const { Chalk } = await import('chalk')
  // chalk's own level is that of stdout; one of 16 colours is all that is needed.
  const paint = new Chalk({ level: 1 })
  return { good: paint.green, bad: paint.red, warn: paint.yellow, faint: paint.dim, strong: paint.bold }
}
