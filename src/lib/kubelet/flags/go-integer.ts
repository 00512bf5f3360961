const shape = /^[-+]?(?:0[xX](?:_?[\da-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?[0-7])*|[1-9](?:_?\d)*)$/

/**
 * Like Go's strconv.ParseInt with base 0: `0x10`, `0b11`, `0o17`, `017` and `1_000`; undefined when the text is not an
 * integer.
 */
export function parseGoInteger(text: string): bigint | undefined {
  if (!shape.test(text)) return undefined
  const digits = text.replace(/^[-+]/, '').replaceAll('_', '').toLowerCase()
  const size = BigInt(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits)
  return text.startsWith('-') ? -size : size
}
