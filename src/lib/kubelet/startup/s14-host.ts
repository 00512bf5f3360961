import { formatQuantity } from '../../quantity/quantity.ts'
import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { readUnixEndpoint } from '../grammar/unix-endpoint.ts'
import { quote } from '../model/quote.ts'
import { placeOfKey } from '../rules/place-in.ts'
import { isAtLeast, type Problem, type Rule } from '../rules/rule.ts'
import { kernelTunables } from './kernel-tunables.ts'
import { placeOf } from './place.ts'
import { reservationFields, reserved } from './reservation.ts'

const [cpus, swap, clientCa] = [
  'reservedSystemCPUs',
  'memorySwap.swapBehavior',
  'authentication.x509.clientCAFile',
] as const
const [sysctls, cgroupRoot, runtime] = ['protectKernelDefaults', 'cgroupRoot', 'containerRuntimeEndpoint'] as const
const [certificate, privateKey] = ['tlsCertFile', 'tlsPrivateKeyFile'] as const
const cgroups = { 'kube-reserved': 'kubeReservedCgroup', 'system-reserved': 'systemReservedCgroup' } as const

/** Nearly every node has what these require: only a look at the host (`validate --host`, an agent) reports them. */
const onlySeenOnHost = [
  'imageServiceEndpoint',
  'staticPodPath',
  'resolvConf',
  'volumePluginDir',
  'podLogsDir',
  'address',
  'port',
  'readOnlyPort',
  'healthzBindAddress',
  'healthzPort',
] as const

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
      certificate,
      privateKey,
      clientCa,
      sysctls,
      cgroupRoot,
      'cgroupsPerQOS',
      runtime,
      ...onlySeenOnHost,
    ],
    meaning:
      'The node must have the CPUs, capacity, cgroups, swap, sysctls, files, ports, addresses and container runtime ' +
      'that the document requires.',
    source: 'cmd/kubelet/app/server.go; pkg/kubelet/cm/container_manager_linux.go; node_container_manager_linux.go',
    hostOnly: true,
    check: (config) =>
      [
        ...cpuNeeds(config),
        ...capacityNeeds(config),
        ...cgroupNeeds(config),
        ...swapNeeds(config),
        ...fileNeeds(config),
        ...sysctlNeeds(config),
        ...cgroupRootNeeds(config),
        ...runtimeNeeds(config),
      ].map(
        ({ field, key, need, remedy }): Problem => ({
          ...(key === undefined ? placeOf(config, field) : placeOfKey(config, field, key)),
          severity: 'info',
          message: `depends on the host: ${need}`,
          remedy,
        }),
      ),
  },
]

/** One for each thing that must be there, at its own field. */
interface Need {
  readonly field: string
  /** For a map: the key that requires it. */
  readonly key?: string
  readonly need: string
  readonly remedy: string
}

function cpuNeeds(config: Effective): readonly Need[] {
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

/** Capacity of nearly every node, in billionths: smaller reservations are not reported. */
const nearlyAnyNode = { cpu: 1_000_000_000n, memory: 2n * 1024n ** 3n * 1_000_000_000n } as const

function capacityNeeds(config: Effective): readonly Need[] {
  return Object.entries(nearlyAnyNode).flatMap(([resource, usual]) => {
    const replaced = resource === 'cpu' && config.text(cpus) !== ''
    const nanos = replaced ? 0n : (reserved(config, resource) ?? 0n)
    const fields = reservationFields.filter((one) => config.map(one).has(resource))
    const [field] = fields
    if (field === undefined || nanos <= usual) return []
    const need = `the node must have at least ${amountOf(resource, nanos)} (${fields.join(', ')})`
    return [{ field, key: resource, need, remedy: "compare with the node's status.capacity" }]
  })
}

function amountOf(resource: string, nanos: bigint): string {
  const least = formatQuantity({ nanos, format: resource === 'cpu' ? 'DecimalSI' : 'BinarySI' })
  return resource === 'cpu' ? `${least} CPU${least.endsWith('m') ? '' : 's'}` : `${least} of ${resource}`
}

function cgroupNeeds(config: Effective): readonly Need[] {
  const enforced = config.list('enforceNodeAllocatable').map((item) => asText(item).replace('-compressible', ''))
  return Object.entries(cgroups)
    .filter(([key, field]) => enforced.includes(key) && config.text(field) !== '')
    .map(([key, field]) => ({
      field,
      need: `the cgroup ${quote(config.text(field))} must exist, because enforceNodeAllocatable has ${key}`,
      remedy: 'create it before the kubelet starts',
    }))
}

function swapNeeds(config: Effective): readonly Need[] {
  const behavior = config.text(swap)
  if (!config.enabled('NodeSwap') || !['LimitedSwap', 'UnlimitedSwap'].includes(behavior)) return []
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
    ...(isAtLeast(config, '1.30') && behavior === 'LimitedSwap' ? [version] : []),
    ...(config.bool('failSwapOn') ? [off] : []),
  ]
}

/** kubeadm creates it before it starts the kubelet. */
const usualClientCa = '/etc/kubernetes/pki/ca.crt'

function fileNeeds(config: Effective): readonly Need[] {
  const rotated = config.bool('serverTLSBootstrap') && config.enabled('RotateKubeletServerCertificate')
  const pair = [certificate, privateKey].filter((field) => config.text(field) !== '')
  const files = [
    ...(pair.length === 2 && !rotated ? pair : []),
    ...(['', usualClientCa].includes(config.text(clientCa)) ? [] : [clientCa]),
  ]
  return files.map((field) => ({
    field,
    need: `the file ${quote(config.text(field))} must exist and be readable`,
    remedy: 'create it before the kubelet starts',
  }))
}

function sysctlNeeds(config: Effective): readonly Need[] {
  if (!config.bool(sysctls)) return []
  const all = Object.entries(kernelTunables).map(([name, value]) => `${name}=${value}`)
  const values = `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
  return [{ field: sysctls, need: `sysctls must be ${values}`, remedy: 'set them in /etc/sysctl.d' }]
}

function cgroupRootNeeds(config: Effective): readonly Need[] {
  const root = config.text(cgroupRoot)
  if (!config.bool('cgroupsPerQOS') || ['', '/'].includes(root)) return []
  return [
    { field: cgroupRoot, need: `the cgroup ${quote(root)} must exist`, remedy: 'create it before the kubelet starts' },
  ]
}

/** Default sockets of containerd, k3s, CRI-O and cri-dockerd. */
const usualSocket = /^(?:\/var)?\/run\/(?:(?:k3s\/)?containerd\/containerd|crio\/crio|cri-dockerd)\.sock$/

function runtimeNeeds(config: Effective): readonly Need[] {
  const endpoint = readUnixEndpoint(config.text(runtime))
  if (endpoint.kind !== 'socket' || endpoint.path === '' || usualSocket.test(endpoint.path)) return []
  const need = `a container runtime must listen at ${quote(endpoint.path)}`
  return [
    {
      field: runtime,
      need,
      remedy: `check with crictl --runtime-endpoint unix://${quote(endpoint.path).slice(1, -1)} version`,
    },
  ]
}
