import type { Effective } from '../defaults/effective.ts'
import { isIpAddress } from '../grammar/ip.ts'
import { quote } from '../model/quote.ts'
import { type Problem, type Rule, unless } from '../rules/rule.ts'

const [address, port, readOnlyPort, server] = ['address', 'port', 'readOnlyPort', 'enableServer'] as const
const [healthzPort, healthzAddress] = ['healthzPort', 'healthzBindAddress'] as const
const source = 'pkg/kubelet/server/server.go, ListenAndServeKubeletServer and ListenAndServeKubeletReadOnlyServer'

/** Addresses and ports of the kubelet. */
export const portRules: readonly Rule[] = [
  {
    id: 'S17',
    fields: [address, server, readOnlyPort],
    meaning: 'address must be an IP address, unless enableServer is false and readOnlyPort is 0.',
    source,
    check: (config) =>
      unless(portsOf(config).length === 0 || isIpAddress(config.text(address)), () => ({
        subject: address,
        message: `${quote(config.text(address))} must be an IP address`,
      })),
  },
  {
    id: 'S18',
    fields: [readOnlyPort, port, server],
    meaning: 'readOnlyPort must not be the same as port: the kubelet exits if it cannot listen on either.',
    source,
    check: (config) =>
      unless(!config.bool(server) || config.int(readOnlyPort) !== config.int(port), () => ({
        reason: 'FieldValueDuplicate',
        subject: readOnlyPort,
        message: `${config.int(readOnlyPort)} must not be the same as ${port}`,
        remedy: 'set readOnlyPort: 0 to disable it',
      })),
  },
  {
    id: 'S19',
    fields: [healthzPort, healthzAddress, port, readOnlyPort, address, server],
    meaning:
      'healthzPort must not be the same as port or readOnlyPort: chance decides which one listens. The kubelet exits in ' +
      'about half of its starts, and runs without its health check otherwise.',
    source: 'cmd/kubelet/app/server.go, run; pkg/kubelet/server/server.go',
    check: healthzProblems,
  },
]

/** Fields with the ports that the kubelet serves; 0 means none. */
const portsOf = (config: Effective): readonly string[] => [
  ...(config.bool(server) ? [port] : []),
  ...(config.int(readOnlyPort) > 0n ? [readOnlyPort] : []),
]

function healthzProblems(config: Effective): readonly Problem[] {
  const number = config.int(healthzPort)
  if (number <= 0n || !overlap(config.text(address), config.text(healthzAddress))) return []
  const same = portsOf(config).filter((field) => config.int(field) === number)
  return same.map((field) => ({
    reason: 'FieldValueDuplicate',
    subject: healthzPort,
    message: `${number} must not be the same as ${field}`,
    remedy: 'the default is 10248; 0 disables the health check',
  }))
}

/** Whether only one of two servers can listen on a port: Go takes both `0.0.0.0` and `::` for all addresses of both kinds. */
const overlap = (one: string, other: string): boolean =>
  one === other || [one, other].some((text) => ['0.0.0.0', '::'].includes(text))
