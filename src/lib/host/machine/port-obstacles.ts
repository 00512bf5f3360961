import type { Effective } from '../../kubelet/defaults/effective.ts'
import type { HostRoot } from './host-root.ts'
import { addressKey, anyIpv4, anyIpv6, holderOf, listenersOf, overlap, socketsOf } from './listeners.ts'
import { field, type ObstacleFact } from './obstacle-fact.ts'

interface Wanted {
  readonly portField: string
  readonly addressField: string
  readonly port: number
  readonly address: string
}

/** Ports that another process has, and addresses that are not the host's. `kubelet`: its process, whose ports are free. */
export async function portObstacles(
  config: Effective,
  kubelet: number,
  host: HostRoot,
): Promise<readonly ObstacleFact[]> {
  const wanted = wantedBy(config)
  if (wanted.length === 0) return []
  const [listeners, own, addresses] = await Promise.all([
    listenersOf(host),
    socketsOf(host, kubelet),
    addressesOf(host),
  ])
  const facts: ObstacleFact[] = []
  for (const { portField, addressField, port, address } of wanted) {
    const key = addressKey(address)
    // Not an address: the rules of the document say so.
    if (key === undefined) continue
    const known = facts.some(({ subject }) => subject.name === addressField)
    if (!known && !isLocal(key, addresses))
      facts.push({ reason: 'HostAddressNotFound', subject: field(addressField), address })
    const other = listeners.find((one) => one.port === port && overlap(one.address, key) && !own.has(one.inode))
    if (other !== undefined)
      facts.push({
        reason: 'HostPortTaken',
        subject: field(portField),
        port,
        by: await holderOf(host, other.inode),
      })
  }
  return facts
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

/** undefined when they cannot be read. */
async function addressesOf(host: HostRoot): Promise<ReadonlySet<string> | undefined> {
  const [ipv4, ipv6] = await Promise.all(['fib_trie', 'if_inet6'].map((name) => host.text(`/proc/1/net/${name}`)))
  if (ipv4 === undefined) return undefined
  const local = [...ipv4.matchAll(/\|-- ([\d.]+)\n\s+\/32 host LOCAL/g)].map(([, address]) => addressKey(address!)!)
  const others = (ipv6 ?? '').split('\n').map((line) => line.slice(0, 32))
  return new Set([...local, ...others])
}

const loopback = '7f'

const isLocal = (key: string, addresses: ReadonlySet<string> | undefined): boolean =>
  addresses === undefined ||
  [anyIpv4, anyIpv6].includes(key) ||
  (key.length === 8 && key.startsWith(loopback)) ||
  addresses.has(key)
