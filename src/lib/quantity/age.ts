const [minute, hour, day, year] = [60, 3600, 86_400, 31_536_000]

interface Scale {
  /** Applies below this many seconds. */
  readonly below: number
  readonly unit: number
  readonly suffix: string
  /** A finer unit that is shown after it, if it is not zero. */
  readonly rest?: { readonly unit: number; readonly suffix: string }
}

const scales: readonly Scale[] = [
  { below: 2 * minute, unit: 1, suffix: 's' },
  { below: 10 * minute, unit: minute, suffix: 'm', rest: { unit: 1, suffix: 's' } },
  { below: 3 * hour, unit: minute, suffix: 'm' },
  { below: 8 * hour, unit: hour, suffix: 'h', rest: { unit: minute, suffix: 'm' } },
  { below: 2 * day, unit: hour, suffix: 'h' },
  { below: 8 * day, unit: day, suffix: 'd', rest: { unit: hour, suffix: 'h' } },
  { below: 2 * year, unit: day, suffix: 'd' },
  { below: 8 * year, unit: year, suffix: 'y', rest: { unit: day, suffix: 'd' } },
  { below: Number.POSITIVE_INFINITY, unit: year, suffix: 'y' },
]

/** A duration in milliseconds as kubectl prints it (apimachinery, util/duration, HumanDuration). */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1000)
  if (seconds < 0) return seconds < -1 ? '<invalid>' : '0s'
  const { unit, suffix, rest } = scales.find(({ below }) => seconds < below)!
  const finer = rest === undefined ? 0 : Math.floor((seconds % unit) / rest.unit)
  return `${Math.floor(seconds / unit)}${suffix}${finer > 0 ? `${finer}${rest!.suffix}` : ''}`
}

/** The age of a timestamp as kubectl prints it; `<unknown>` without one, and for an invalid one. */
export function age(since: string | undefined, now: number): string {
  const then = Date.parse(since ?? '')
  return Number.isNaN(then) ? '<unknown>' : humanDuration(now - then)
}
