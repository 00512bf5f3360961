const special = /^(?:([-+]?)inf(?:inity)?|nan)$/i
const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i
const hexadecimal = /^([-+]?)0x(?=\.?[\da-f])([\da-f]*)(?:\.([\da-f]*))?p([-+]?\d+)$/i

/** An underscore must be between two digits, or between 0x and a digit. */
const looseUnderscore = /(?<!\d)_|_(?!\d)/
const looseHexUnderscore = /(?<!^[-+]?0x|[\da-f])_|_(?![\da-f])/i

/** Significant digits of a hexadecimal number, without leading zeros; a float32 holds six. */
const significant = 30
/** Beyond it, the product of a power of two and a mantissa is never a float32. */
const mostPower = 2000

/** As Go's strconv.ParseFloat for 32 bits: decimal, hexadecimal, `inf`, `nan`. undefined: invalid, or too large. */
export function parseFloat32(text: string): number | undefined {
  const name = decimal.test(text) ? null : special.exec(text)
  if (name !== null) return name[1] === undefined ? Number.NaN : Number(`${name[1]}Infinity`)
  const value = Math.fround(numberIn(text))
  return Number.isFinite(value) ? value : undefined
}

function numberIn(text: string): number {
  if (decimal.test(text)) return Number(text)
  return /^[-+]?0x/i.test(text) ? fromHexadecimal(text) : fromDecimal(text)
}

function fromDecimal(text: string): number {
  const plain = text.replaceAll('_', '')
  return !looseUnderscore.test(text) && decimal.test(plain) ? Number(plain) : Number.NaN
}

function fromHexadecimal(text: string): number {
  const match = hexadecimal.exec(text.replaceAll('_', ''))
  if (looseHexUnderscore.test(text) || match === null) return Number.NaN
  const [, sign, whole = '', fraction = '', power] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  const cut = Math.max(0, digits.length - significant)
  const mantissa = Number(`0x0${digits.slice(0, significant)}`)
  const magnitude = scale(mantissa, Number(power) + 4 * (cut - fraction.length))
  return sign === '-' ? -magnitude : magnitude
}

/** In two steps: the product may be in the range of a double although the power of two is not. */
function scale(mantissa: number, power: number): number {
  const bounded = Math.max(-mostPower, Math.min(mostPower, power))
  const half = Math.trunc(bounded / 2)
  return mantissa * 2 ** half * 2 ** (bounded - half)
}
