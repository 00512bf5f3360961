import type { Effective } from '../defaults/effective.ts'
import { isIpAddress } from '../grammar/ip.ts'
import type { HostNeed } from './host-need.ts'

const [address, port, readOnlyPort, server] = ['address', 'port', 'readOnlyPort', 'enableServer'] as const

/** The default, which no other program of Kubernetes uses. */
const usualPort = 10_250n
/** Addresses that every host has. */
const anywhere = ['0.0.0.0', '::', '127.0.0.1']

/** Ports and addresses without which a kubelet exits; it runs without its health check. */
export function portNeeds(config: Effective): readonly HostNeed[] {
  const host = config.text(address)
  const isAnywhere = anywhere.includes(host)
  if (!isAnywhere && !isIpAddress(host)) return []
  const ports = [...(config.bool(server) ? [port] : []), ...(config.int(readOnlyPort) > 0n ? [readOnlyPort] : [])]
  const unusual = ports.filter((field) => field !== port || config.int(port) !== usualPort)
  if (unusual.length === 0 && (ports.length === 0 || isAnywhere)) return []
  const where = ['0.0.0.0', '::'].includes(host) ? 'on all addresses' : `on ${host}`
  return [
    ...unusual.map((field) => ({
      field,
      need: `no other program must listen on port ${config.int(field)} ${where}`,
      remedy: `check the output of \`ss -ltn 'sport = :${config.int(field)}'\``,
    })),
    ...(isAnywhere
      ? []
      : [
          {
            field: address,
            need: `the host must have the address ${host}`,
            remedy: 'check the output of `ip address`',
          },
        ]),
  ]
}
