import type { Effective } from '../kubelet/defaults/effective.ts'
import type { HostLook } from './host-looks.ts'
import { HostPortHolderHidden, type HostView, optionalText, Unseen } from './host-view.ts'
import { addressKey, anyIpv4, anyIpv6, isInTheWay, listenersOf } from './listeners.ts'
import { look } from './look.ts'
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
export async function portLooks(config: Effective, host: HostView, kubelet: Kubelet): Promise<readonly HostLook[]> {
  // Not an address: the rules of the document say so.
  const wanted = wantedBy(config).filter(({ address }) => addressKey(address) !== undefined)
  const addresses = new Map(wanted.map(({ addressField, address }) => [addressField, address]))
  return Promise.all([
    ...Array.from(addresses, ([path, address]) => look({ path }, () => notLocal(path, address, host))),
    ...wanted.map((one) => look({ path: one.portField }, () => taken(one, host, kubelet))),
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
