import { formatDuration } from '../../quantity/duration.ts'
import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { isIpAddress } from '../grammar/ip.ts'
import { quote } from '../model/quote.ts'
import { inParts, type Rule } from '../rules/rule.ts'
import { type HostNeed, problemOfNeed } from './host-need.ts'
import { kernelTunables } from './kernel-tunables.ts'
import { reservationFields } from './reservation.ts'
import { capacityNeeds } from './s14-capacity.ts'
import { fileNeeds, runtimeNeeds } from './s14-files.ts'

const [cpus, swap, timeout] = ['reservedSystemCPUs', 'memorySwap.swapBehavior', 'runtimeRequestTimeout'] as const
const [sysctls, cgroupRoot] = ['protectKernelDefaults', 'cgroupRoot'] as const
const cgroups = { 'kube-reserved': 'kubeReservedCgroup', 'system-reserved': 'systemReservedCgroup' } as const

/** The kubelet lives without these: only a look at the host (`validate --host`, an agent) reports them. */
const onlySeenOnHost = ['staticPodPath', 'resolvConf', 'volumePluginDir', 'healthzBindAddress', 'healthzPort'] as const

/** Requirements on the node. They do not mean that the document is wrong. */
export const hostRules: readonly Rule[] = [
  {
    id: 'S14',
    fields: [
      cpus,
      ...reservationFields,
      ...Object.values(cgroups),
      swap,
      'failSwapOn',
      'evictionHard',
      'localStorageCapacityIsolation',
      'tlsCertFile',
      'tlsPrivateKeyFile',
      'serverTLSBootstrap',
      'authentication.x509.clientCAFile',
      'podLogsDir',
      sysctls,
      cgroupRoot,
      'cgroupsPerQOS',
      'containerRuntimeEndpoint',
      'imageServiceEndpoint',
      timeout,
      'address',
      'port',
      'readOnlyPort',
      'enableServer',
      ...onlySeenOnHost,
    ],
    meaning:
      'The node must have the CPUs, capacity, cgroups, swap, sysctls, files, ports, addresses and container runtime ' +
      'that the document requires.',
    source:
      'cmd/kubelet/app/server.go; pkg/kubelet/kubelet.go; pkg/kubelet/cm/container_manager_linux.go; ' +
      'node_container_manager_linux.go; pkg/kubelet/server/server.go',
    hostOnly: true,
    ...inParts(
      [
        { reads: [cpus], needsOf: cpuNeeds },
        ...capacityNeeds,
        { reads: Object.values(cgroups), needsOf: cgroupNeeds },
        { reads: [swap], needsOf: swapNeeds },
        ...fileNeeds,
        { reads: [sysctls], needsOf: sysctlNeeds },
        { reads: [cgroupRoot, 'cgroupsPerQOS'], needsOf: cgroupRootNeeds },
        { reads: ['containerRuntimeEndpoint', 'imageServiceEndpoint'], needsOf: runtimeNeeds },
        { reads: ['address', 'port', 'readOnlyPort', 'enableServer'], needsOf: portNeeds },
        { reads: [timeout], needsOf: timeoutNeeds },
      ].map(({ reads, needsOf }) => ({
        reads,
        check: (config) => needsOf(config).map((need) => problemOfNeed(config, need)),
      })),
    ),
  },
]

function cpuNeeds(config: Effective): readonly HostNeed[] {
  const set = config.text(cpus)
  if (set === '') return []
  return [
    {
      field: cpus,
      need: `the CPUs ${quote(set)} must be online`,
      remedy: 'compare with /sys/devices/system/cpu/online',
    },
  ]
}

function cgroupNeeds(config: Effective): readonly HostNeed[] {
  const given = Object.entries(cgroups).filter(([, field]) => config.text(field) !== '')
  if (given.length === 0) return []
  const enforced = config.list('enforceNodeAllocatable').map((item) => asText(item).replace('-compressible', ''))
  return given
    .filter(([key]) => enforced.includes(key))
    .map(([key, field]) => ({
      field,
      need: `the cgroup ${quote(config.text(field))} must exist, because enforceNodeAllocatable has ${key}`,
      remedy: 'create it before the kubelet starts',
    }))
}

function swapNeeds(config: Effective): readonly HostNeed[] {
  const behavior = config.text(swap)
  if (!['LimitedSwap', 'UnlimitedSwap'].includes(behavior) || !config.enabled('NodeSwap')) return []
  const version = {
    field: swap,
    need: `${behavior} requires cgroup v2`,
    remedy: 'check that `stat -fc %T /sys/fs/cgroup` prints cgroup2fs',
  }
  const off = {
    field: swap,
    need: `swap must be off, because failSwapOn is true; ${behavior} then has no effect`,
    remedy: 'set failSwapOn: false',
  }
  return [
    ...(config.isAtLeast('1.30') && behavior === 'LimitedSwap' ? [version] : []),
    ...(config.bool('failSwapOn') ? [off] : []),
  ]
}

function sysctlNeeds(config: Effective): readonly HostNeed[] {
  if (!config.bool(sysctls)) return []
  const all = Object.entries(kernelTunables).map(([name, value]) => `${name}=${value}`)
  const values = `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
  return [{ field: sysctls, need: `sysctls must be ${values}`, remedy: 'set them in /etc/sysctl.d' }]
}

function cgroupRootNeeds(config: Effective): readonly HostNeed[] {
  const root = config.text(cgroupRoot)
  if (!config.bool('cgroupsPerQOS') || ['', '/'].includes(root)) return []
  return [
    { field: cgroupRoot, need: `the cgroup ${quote(root)} must exist`, remedy: 'create it before the kubelet starts' },
  ]
}

/** A runtime that works answers its first request sooner. */
const usualAnswer = 1_000_000_000n

function timeoutNeeds(config: Effective): readonly HostNeed[] {
  const nanos = config.duration(timeout)
  if (nanos <= 0n || nanos >= usualAnswer) return []
  return [
    {
      field: timeout,
      need: `the container runtime must answer the first request within ${formatDuration(nanos)}`,
      remedy: 'use a second or more; the default is 2m',
    },
  ]
}

const [address, port, readOnlyPort, server] = ['address', 'port', 'readOnlyPort', 'enableServer'] as const

/** The default, which no other program of Kubernetes uses. */
const usualPort = 10_250n
/** Addresses that every host has. */
const anywhere = ['0.0.0.0', '::', '127.0.0.1']

/** Ports and addresses without which a kubelet exits; it runs without its health check. */
function portNeeds(config: Effective): readonly HostNeed[] {
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
