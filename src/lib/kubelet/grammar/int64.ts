const shape = /^([-+]?)(\d+)$/
/** Of 2^63. */
const mostDigits = 19

/** As Go's strconv.Atoi: decimal, with sign and leading zeros, no blanks and no underscores. undefined: no int64. */
export function parseInt64(text: string): bigint | undefined {
  const [, sign, digits = ''] = shape.exec(text) ?? []
  const significant = digits.replace(/^0+(?=\d)/, '')
  if (significant === '' || significant.length > mostDigits) return undefined
  const value = sign === '-' ? -BigInt(significant) : BigInt(significant)
  return BigInt.asIntN(64, value) === value ? value : undefined
}
