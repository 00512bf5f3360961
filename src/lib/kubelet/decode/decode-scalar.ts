import { parseDuration } from '../../quantity/duration.ts'
import { parseQuantity } from '../../quantity/quantity.ts'
import { parseTime } from '../grammar/time.ts'
import type { ScalarValue } from '../model/document.ts'
import type { Scalar } from '../model/tree.ts'
import type { ScalarType } from '../schema/schema.ts'
import type { RuleId } from './decode-rules.ts'

/** Why a value does not decode; it never repeats the value, which may be secret. */
interface Mismatch {
  readonly type: 'mismatch'
  readonly rule: Extract<RuleId, 'DECODE-TYPE' | 'DECODE-RANGE' | 'DECODE-FORMAT'>
  readonly wanted: string
  readonly remedy?: string
}

/** Decodes a value that is not null. Types are not converted: a quoted number is not a number, `yes` not a string. */
export const decodeScalar = (type: ScalarType, scalar: Scalar): ScalarValue | Mismatch => decoders[type](scalar)

const decoders: Readonly<Record<ScalarType, (scalar: Scalar) => ScalarValue | Mismatch>> = {
  bool,
  int32: (scalar) => integer(scalar, { name: 'int32', least: -(2n ** 31n), most: 2n ** 31n - 1n }),
  int64: (scalar) => integer(scalar, int64),
  uint32: (scalar) => integer(scalar, { name: 'uint32', least: 0n, most: 2n ** 32n - 1n }),
  float64: float,
  string,
  duration,
  flush: (scalar) => (isNumber(scalar) ? nanoseconds(scalar) : duration(scalar)),
  quantity,
  time,
}

interface IntegerType {
  readonly name: string
  readonly least: bigint
  readonly most: bigint
}

const int64: IntegerType = { name: 'int64', least: -(2n ** 63n), most: 2n ** 63n - 1n }

const isNumber = ({ kind }: Scalar): boolean => kind === 'int' || kind === 'float'

const mismatch = (rule: Mismatch['rule'], wanted: string, remedy?: string): Mismatch => ({
  type: 'mismatch',
  rule,
  wanted,
  ...(remedy !== undefined && { remedy }),
})

function bool({ kind, text }: Scalar): ScalarValue | Mismatch {
  if (kind === 'bool') return { type: 'bool', value: text === 'true' }
  const quoted = kind === 'string' && (text === 'true' || text === 'false')
  return mismatch('DECODE-TYPE', 'true or false', quoted ? 'remove the quotes' : undefined)
}

/** The spelling decides, as in Go: JSON's 5.0 is not an integer. YAML's is, because it arrives here as 5. */
function integer(scalar: Scalar, { name, least, most }: IntegerType): ScalarValue | Mismatch {
  const digits = /^-?\d+$/.test(scalar.text)
  if (!isNumber(scalar))
    return mismatch('DECODE-TYPE', `an integer (${name})`, digits ? 'remove the quotes' : undefined)
  if (!digits) return mismatch('DECODE-TYPE', `an integer (${name})`, 'use a whole number')
  const value = BigInt(scalar.text)
  const isSigned = scalar.text.startsWith('-') // Go parses an unsigned integer without a sign, so JSON's -0 is not one.
  if (value < least || value > most || (isSigned && least === 0n))
    return mismatch('DECODE-RANGE', `an integer from ${least} to ${most}`)
  return { type: 'int', value }
}

function float(scalar: Scalar): ScalarValue | Mismatch {
  if (!isNumber(scalar)) return mismatch('DECODE-TYPE', 'a number')
  const value = Number(scalar.text)
  return Number.isFinite(value) ? { type: 'float', value } : mismatch('DECODE-RANGE', 'a number that fits a float64')
}

function string({ kind, text }: Scalar): ScalarValue | Mismatch {
  return kind === 'string' ? { type: 'string', value: text } : mismatch('DECODE-TYPE', 'a string', 'put it in quotes')
}

function duration(scalar: Scalar): ScalarValue | Mismatch {
  const wanted = 'a duration such as 30s or 1h30m'
  if (isNumber(scalar)) return mismatch('DECODE-TYPE', wanted, 'add the unit')
  if (scalar.kind !== 'string') return mismatch('DECODE-TYPE', wanted)
  const value = parseDuration(scalar.text)
  if (value === 'grammar') return mismatch('DECODE-FORMAT', wanted, 'units are ns, us, ms, s, m and h')
  if (value === 'range') return mismatch('DECODE-RANGE', 'a duration of less than 292 years')
  return { type: 'duration', value, text: scalar.text }
}

function nanoseconds(scalar: Scalar): ScalarValue | Mismatch {
  const decoded = integer(scalar, int64)
  return decoded.type === 'int' ? { type: 'duration', value: decoded.value } : decoded
}

/** Of \p{Zs} and NEL, which are listed because a class of Unicode takes a millisecond to compile. */
const spacesAround =
  /^[ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+|(?<![ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000])[ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+$/g

/** Go trims spaces, but reads the raw JSON: a quantity that is written with escapes does not decode. */
function quantity(scalar: Scalar): ScalarValue | Mismatch {
  const wanted = 'a quantity such as 512Mi or 100m'
  if (!isNumber(scalar) && scalar.kind !== 'string') return mismatch('DECODE-TYPE', wanted)
  const text = scalar.text.replace(spacesAround, '')
  const value = scalar.escaped ? undefined : parseQuantity(text)
  return value === undefined ? mismatch('DECODE-FORMAT', wanted) : { type: 'quantity', value, text }
}

function time({ kind, text }: Scalar): ScalarValue | Mismatch {
  const wanted = 'a time such as 2026-01-31T12:00:00Z (RFC 3339)'
  if (kind !== 'string') return mismatch('DECODE-TYPE', wanted)
  const value = parseTime(text)
  return value === undefined ? mismatch('DECODE-FORMAT', wanted) : { type: 'time', value }
}
