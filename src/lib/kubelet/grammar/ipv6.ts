const group = /^[0-9A-Fa-f]{1,4}$/
const octet = '(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])'
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`)

/** The number of groups of 16 bits in an address. */
const groups = 8

/** Whether it is an IPv6 address without a zone (Go's net/netip, ParseAddr). `::` is at least one group of zeros. */
export function isIpv6(text: string): boolean {
  const [left = '', right, ...more] = text.split('::')
  if (more.length > 0) return false
  if (right === undefined) return count(left, { isEnd: true }) === groups
  const [before, after] = [
    left === '' ? 0 : count(left, { isEnd: false }),
    right === '' ? 0 : count(right, { isEnd: true }),
  ]
  return before + after < groups
}

/** The number of groups in a part; NaN when it is invalid. An IPv4 address at the end counts as two. */
function count(part: string, { isEnd }: { isEnd: boolean }): number {
  const words = part.split(':')
  const hasIpv4 = isEnd && ipv4.test(words.at(-1)!)
  const plain = hasIpv4 ? words.slice(0, -1) : words
  return plain.every((word) => group.test(word)) ? words.length + (hasIpv4 ? 1 : 0) : Number.NaN
}
