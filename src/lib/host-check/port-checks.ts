import type { Effective } from '../kubelet/defaults/effective.ts'
import { hostCheck } from './check.ts'
import type { HostCheck } from './host-checks.ts'
import { HostPortHolderHidden, type HostView, optionalText, Unseen } from './host-view.ts'
import { field, HostAddressNotFound, HostPortTaken, type ObstacleFact } from './obstacle-messages.ts'

interface Wanted {
  readonly portField: string
  readonly addressField: string
  readonly port: number
  readonly address: string
}

/** The process of the kubelet that a document is for, 0 without one; or what knows a kubelet. */
export type Kubelet = number | ((pid: number) => Promise<boolean>)

/** Ports that must be free, or the kubelet's own, and addresses that must be the host's (S14). */
export async function portChecks(config: Effective, host: HostView, kubelet: Kubelet): Promise<readonly HostCheck[]> {
  // Not an address: the rules of the document say so.
  const wanted = wantedBy(config).filter(({ address }) => addressKey(address) !== undefined)
  const addresses = new Map(wanted.map(({ addressField, address }) => [addressField, address]))
  return Promise.all([
    ...Array.from(addresses, ([path, address]) => hostCheck({ path }, () => notLocal(path, address, host))),
    ...wanted.map((one) => hostCheck({ path: one.portField }, () => taken(one, host, kubelet))),
  ])
}

/** pkg/kubelet/server/server.go and cmd/kubelet/app/server.go: 0 means none. */
function wantedBy(config: Effective): readonly Wanted[] {
  const serves = config.bool('enableServer') ? ['port'] : []
  const pairs = [...serves, 'readOnlyPort'].map((portField) => ({ portField, addressField: 'address' }))
  return [...pairs, { portField: 'healthzPort', addressField: 'healthzBindAddress' }]
    .map((pair) => ({
      ...pair,
      port: Number(config.int(pair.portField)),
      address: config.text(pair.addressField),
    }))
    .filter(({ port }) => port > 0)
}

async function notLocal(name: string, address: string, host: HostView): Promise<ObstacleFact | undefined> {
  const key = addressKey(address)!
  if ([anyIpv4, anyIpv6].includes(key) || (key.length === 8 && key.startsWith(loopback))) return undefined
  if ((await addressesOf(host)).has(key)) return undefined
  return HostAddressNotFound({ subject: field(name), address })
}

const loopback = '7f'

async function addressesOf(host: HostView): Promise<ReadonlySet<string>> {
  const [ipv4, ipv6] = [await host.text('/proc/1/net/fib_trie'), await optionalText(host, '/proc/1/net/if_inet6')]
  const local = [...ipv4.matchAll(/\|-- ([\d.]+)\n\s+\/32 host LOCAL/g)].map(([, address]) => addressKey(address!)!)
  const others = (ipv6 ?? '').split('\n').map((line) => line.slice(0, 32))
  return new Set([...local, ...others])
}

async function taken(
  { portField, port, address }: Wanted,
  host: HostView,
  kubelet: Kubelet,
): Promise<ObstacleFact | undefined> {
  const key = addressKey(address)!
  const others = (await listenersOf(host)).filter((one) => one.port === port && isInTheWay(one.address, key))
  for (const { inode } of others) {
    if (await isHeldBy(kubelet, inode, host)) continue
    const { holders, complete } = await host.sockets()
    const pids = holders.get(inode) ?? []
    if (pids.length === 0 && !complete) throw new Unseen(HostPortHolderHidden({ port }))
    return HostPortTaken({ subject: field(portField), port, by: await nameOf(pids, host) })
  }
  return undefined
}

async function isHeldBy(kubelet: Kubelet, inode: string, host: HostView): Promise<boolean> {
  if (kubelet === 0) return false
  if (typeof kubelet === 'number') return (await host.sockets(kubelet)).holders.has(inode)
  const { holders } = await host.sockets()
  return (await Promise.all((holders.get(inode) ?? []).map(kubelet))).includes(true)
}

/** The name of the program that holds a socket; undefined when the kernel does, or a process of another PID namespace. */
async function nameOf(pids: readonly number[], host: HostView): Promise<string | undefined> {
  for (const pid of pids) {
    const name = await optionalText(host, `/proc/${pid}/comm`)
    if (name !== undefined) return name.trim()
  }
  return undefined
}

/** A socket that listens for TCP. */
interface Listener {
  /** In the form of addressKey(). */
  readonly address: string
  readonly port: number
  readonly inode: string
}

/** st of a socket in proc(5). */
const listening = '0A'

/** The listeners of the host, by the network of its first process. */
async function listenersOf(host: HostView): Promise<readonly Listener[]> {
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

const [anyIpv4, anyIpv6] = ['0'.repeat(8), '0'.repeat(32)]

/**
 * Whether a kubelet cannot listen at an address because of a listener on the same port. Go takes `0.0.0.0` for all addresses
 * of both kinds, as `::` is; for another program it is IPv4 only.
 */
export function isInTheWay(listener: string, wanted: string): boolean {
  if (listener === wanted || listener === anyIpv6 || [anyIpv4, anyIpv6].includes(wanted)) return true
  return listener === anyIpv4 && wanted.length === anyIpv4.length
}
