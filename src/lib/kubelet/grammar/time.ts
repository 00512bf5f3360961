/** RFC 3339 as Go's time.Parse accepts it: also hours of one digit, and a comma before the fraction. */
const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([-+])(\d\d):(\d\d))$/

const nanosPerSecond = 1_000_000_000n

/** Nanoseconds since the epoch; undefined: not an RFC 3339 time. */
export function parseTime(text: string): bigint | undefined {
  const match = rfc3339.exec(text)
  if (match === null) return undefined
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.map(Number)
  const [fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = match.slice(7)
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, month - 1, day)
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined
  if (hour > 23 || minute > 59 || second > 59 || Number(offsetHours) > 24 || Number(offsetMinutes) > 60)
    return undefined
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -60 : 60)
  const seconds = midnight.getTime() / 1000 + hour * 3600 + minute * 60 + second - offset
  return BigInt(seconds) * nanosPerSecond + BigInt(fraction.slice(0, 9).padEnd(9, '0'))
}

/** RFC 3339 in UTC, to the second, as Kubernetes serializes a metav1.Time. */
export function formatTime(nanos: bigint): string {
  const seconds = nanos / nanosPerSecond - (nanos % nanosPerSecond < 0n ? 1n : 0n)
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
}

/** 0001-01-01T00:00:00Z, which Kubernetes serializes as null. */
export const isZeroTime = (nanos: bigint): boolean => nanos === -62_135_596_800_000_000_000n
