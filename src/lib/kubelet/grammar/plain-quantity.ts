import { parseQuantity } from '../../quantity/quantity.ts'

const shape = /^([-+]?)(\d*)(?:\.(\d*))?(.*)$/
const decimalSuffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E']
const binarySuffixes = ['Ki', 'Mi', 'Gi', 'Ti']
/** Any number of this length fits an int64. */
const mostDigits = 18

/**
 * The integer that Quantity.AsInt64 (apimachinery, pkg/api/resource) returns for a quantity. It accepts only spellings
 * that need no wider arithmetic: `10Mi`, `1.5G` and `1e3`, but not `1.5Gi`, `1.0`, `100m`, `100Ti`, `1Pi`.
 * undefined: not such an integer, or not a quantity.
 */
export function plainInteger(text: string): bigint | undefined {
  const match = parseQuantity(text) === undefined ? null : shape.exec(text)
  if (match === null) return undefined
  const [, sign, whole = '', fraction = '', suffix = ''] = match
  const parts = { digits: whole.replace(/^0+/, '') || '0', fraction, suffix }
  const magnitude = binarySuffixes.includes(suffix) ? binary(parts) : decimal(parts)
  if (magnitude === undefined) return undefined
  const value = sign === '-' ? -magnitude : magnitude
  return BigInt.asIntN(64, value) === value ? value : undefined
}

interface Parts {
  /** Without leading zeros, but at least one. */
  readonly digits: string
  readonly fraction: string
  readonly suffix: string
}

/** The larger the unit, the fewer digits count as safe. */
function binary({ digits, fraction, suffix }: Parts): bigint | undefined {
  const unit = binarySuffixes.indexOf(suffix)
  if (fraction !== '' || digits.length > 11 - 3 * unit) return undefined
  return BigInt(digits) * 1024n ** BigInt(unit + 1)
}

function decimal({ digits, fraction, suffix }: Parts): bigint | undefined {
  const power = exponentOf(suffix) - fraction.length
  if (digits.length + fraction.length > mostDigits || power < 0) return undefined
  return BigInt(digits + fraction) * 10n ** BigInt(power)
}

/** Negative for suffixes below one, and for Pi and Ei, which AsInt64 never accepts. */
function exponentOf(suffix: string): number {
  const unit = decimalSuffixes.indexOf(suffix)
  if (unit >= 0) return 3 * unit
  return /^e[-+]?\d/i.test(suffix) ? Number(suffix.slice(1)) : -1
}
