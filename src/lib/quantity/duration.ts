/** Nanoseconds by unit; both letters mu (U+00B5 and U+03BC) are micro. */
const nanosByUnit: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  '\u00b5s': 1_000n,
  '\u03bcs': 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}
const unit = '(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h)'
const shape = new RegExp(`^[-+]?(?:0|(?:(?:\\d+(?:\\.\\d*)?|\\.\\d+)${unit})+)$`)
const part = new RegExp(`(\\d*)(?:\\.(\\d*))?(${unit})`, 'g')

const second = 1_000_000_000n
/** The minimum of an int64 of nanoseconds is one further from zero than the maximum. */
const minDuration = -(2n ** 63n)
const maxDuration = 2n ** 63n - 1n

/** Why a text is not a duration: wrong syntax, or beyond about 292 years. */
type NoDuration = 'grammar' | 'range'

/** Nanoseconds, as Go's time.ParseDuration: repeated units, `1.` and `.5` are valid, excess fraction is truncated. */
export function parseDuration(text: string): bigint | NoDuration {
  if (!shape.test(text)) return 'grammar'
  let nanos = 0n
  for (const [, whole = '', fraction = '', name = ''] of text.matchAll(part)) {
    const scale = nanosByUnit[name] ?? 0n
    nanos += BigInt(whole) * scale + (BigInt(fraction) * scale) / 10n ** BigInt(fraction.length)
  }
  if (text.startsWith('-')) nanos = -nanos
  return nanos < minDuration || nanos > maxDuration ? 'range' : nanos
}

/** As Go formats a time.Duration: `1m0s`, `1.5s`, `250ms`, `0s`. */
export function formatDuration(nanos: bigint): string {
  const [sign, size] = nanos < 0n ? ['-', -nanos] : ['', nanos]
  if (size === 0n) return '0s'
  if (size < 1_000n) return `${sign}${size}ns`
  if (size < 1_000_000n) return `${sign}${decimal(size, 1_000n)}\u00b5s`
  if (size < second) return `${sign}${decimal(size, 1_000_000n)}ms`
  const minutes = size / (60n * second)
  const seconds = `${decimal(size % (60n * second), second)}s`
  if (minutes === 0n) return `${sign}${seconds}`
  if (minutes < 60n) return `${sign}${minutes}m${seconds}`
  return `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`
}

function decimal(nanos: bigint, scale: bigint): string {
  const places = `${scale}`.length - 1
  const fraction = `${nanos % scale}`.padStart(places, '0').replace(/0+$/, '')
  return fraction === '' ? `${nanos / scale}` : `${nanos / scale}.${fraction}`
}

const nanosPerMs = 1_000_000n

/** As Go formats a time.Duration. */
export const formatMs = (ms: number): string => formatDuration(BigInt(ms) * nanosPerMs)
