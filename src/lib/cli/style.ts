/** Words for meanings; the only place that knows colours. */
export interface Style {
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
  faint(text: string): string
}

const plain = (text: string): string => text
const noStyle: Style = { good: plain, bad: plain, warn: plain, faint: plain }

/** Colour only on a terminal that wants it: NO_COLOR (https://no-color.org), TERM=dumb and --no-color say no. */
function wantsColour(stream: { isTTY?: boolean }): boolean {
  const { NO_COLOR, TERM } = process.env
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  return stream.isTTY === true && TERM !== 'dumb' && !process.argv.includes('--no-color')
}

export async function styleFor(stream: { isTTY?: boolean }): Promise<Style> {
  if (!wantsColour(stream)) return noStyle
  const { default: chalk } = await import('chalk')
  return { good: chalk.green, bad: chalk.red, warn: chalk.yellow, faint: chalk.dim }
}
