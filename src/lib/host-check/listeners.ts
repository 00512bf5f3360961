import { type HostView, optionalText } from './host-view.ts'

/** A socket that listens for TCP. */
export interface Listener {
  /** In the form of addressKey(). */
  readonly address: string
  readonly port: number
  readonly inode: string
}

/** st of a socket in proc(5). */
const listening = '0A'

/** The listeners of the host, by the network of its first process. */
export async function listenersOf(host: HostView): Promise<readonly Listener[]> {
  const tables = [await host.text('/proc/1/net/tcp'), await optionalText(host, '/proc/1/net/tcp6')]
  return tables.flatMap((table) => (table ?? '').split('\n').slice(1).flatMap(listenerIn))
}

function listenerIn(line: string): readonly Listener[] {
  const columns = line.trim().split(/\s+/)
  const [address = '', port = ''] = (columns[1] ?? '').split(':')
  const inode = columns[9]
  if (columns[3] !== listening || inode === undefined) return []
  return [{ address: fromProc(address), port: Number.parseInt(port, 16), inode }]
}

/** proc(5) prints words of 32 bits in the order of the host. */
const fromProc = (hex: string): string => hex.replaceAll(/../g, (byte) => byte).replaceAll(/.{8}/g, inNetworkOrder)

const inNetworkOrder = (word: string): string => (word.match(/../g) ?? []).toReversed().join('').toLowerCase()

/** An IP address as hexadecimal digits in network order: 8 for IPv4, 32 for IPv6; undefined for other text. */
export function addressKey(text: string): string | undefined {
  const octets = /^\d+(?:\.\d+){3}$/.test(text) ? text.split('.').map(Number) : undefined
  if (octets !== undefined) return octets.some((octet) => octet > 255) ? undefined : hexOf(octets, 2)
  if (!text.includes(':')) return undefined
  const [head = '', tail] = withoutDots(text).split('::')
  const groups = (part: string): readonly number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const all = [...first, ...Array.from({ length: Math.max(0, zeros) }, () => 0), ...last]
  return all.length === 8 && all.every((group) => group >= 0 && group <= 0xffff) ? hexOf(all, 4) : undefined
}

/** An IPv4 address at the end of one of IPv6, as two groups. */
const withoutDots = (text: string): string =>
  text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...octets) => {
    const key = hexOf(octets.slice(0, 4).map(Number), 2)
    return `${key.slice(0, 4)}:${key.slice(4)}`
  })

const hexOf = (numbers: readonly number[], digits: number): string =>
  numbers.map((number) => number.toString(16).padStart(digits, '0')).join('')

export const [anyIpv4, anyIpv6] = ['0'.repeat(8), '0'.repeat(32)]

/**
 * Whether a kubelet cannot listen at an address because of a listener on the same port. Go takes `0.0.0.0` for all addresses
 * of both kinds, as `::` is; for another program it is IPv4 only.
 */
export function isInTheWay(listener: string, wanted: string): boolean {
  if (listener === wanted || listener === anyIpv6 || [anyIpv4, anyIpv6].includes(wanted)) return true
  return listener === anyIpv4 && wanted.length === anyIpv4.length
}
