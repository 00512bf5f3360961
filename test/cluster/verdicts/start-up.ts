import type { Row, Verdict } from './verdict.ts'

const options = (field: string, policy: string, entries: string): string =>
  `${field}Policy: ${policy}\n${field}PolicyOptions: {${entries}}`

const cpuManager = (entries: string): string => `${options('cpuManager', 'static', entries)}\nkubeReserved: {cpu: 500m}`
const topologyManager = (entries: string): string => options('topologyManager', 'best-effort', entries)

/** Reserves 200Mi by evictionHard and kubeReserved. */
const memoryManager = (memory: string): string =>
  [
    'memoryManagerPolicy: Static',
    'evictionHard: {memory.available: 100Mi}',
    'kubeReserved: {memory: 100Mi}',
    `reservedMemory: ${memory}`,
  ].join('\n')

/** What ends a kubelet after validation, wherever it runs. */
export const brokenStartup: readonly Row[] = [
  ['evictionHard: {foo.available: 1Mi}', 'S01', 'unsupported eviction signal foo.available'],
  ['evictionHard: {memory.available: 101%}', 'S01', 'must be <= 100%: 101%'],
  ['evictionHard: {memory.available: "0"}', 'S01', 'eviction threshold memory.available must be positive: 0'],
  ['evictionSoft: {memory.available: 200Mi}', 'S02', 'grace period must be specified for the soft eviction threshold'],
  ['evictionSoftGracePeriod: {memory.available: -30s}', 'S02', 'invalid eviction grace period specified: -30s'],
  ['evictionMinimumReclaim: {x.available: 1Mi}', 'S03', 'unsupported eviction signal x.available'],
  ['evictionMinimumReclaim: {memory.available: 0%}', 'S03', 'minimum reclaim memory.available must be positive: 0%'],
  ['kubeReserved: {gpu: "1"}', 'S04', '--kube-reserved value failed to parse: cannot reserve'],
  ['systemReserved: {memory: -5Mi}', 'S04', 'cannot be negative: -5Mi'],
  ['qosReserved: {memory: 150%}', 'S05', 'percentage must be between 0 and 100'],
  ['cpuManagerPolicy: stat', 'S06', 'unknown policy: '],
  ['cpuManagerPolicy: static', 'S06', 'unable to determine reserved CPU resources for static policy'],
  [options('cpuManager', 'none', 'full-pcpus-only: "true"'), 'S06', 'None policy: received unsupported options'],
  [cpuManager('foo: "true"'), 'S06', 'unknown CPU Manager Policy option: '],
  [cpuManager('distribute-cpus-across-cores: "true"'), 'S06', 'CPU Manager Policy Alpha-level Options not enabled'],
  ['memoryManagerPolicy: Foo', 'S07', 'unknown policy: '],
  [memoryManager('[{numaNode: 0, limits: {memory: 150Mi}}]'), 'S07', 'determined by Node Allocatable feature'],
  [topologyManager('foo: "true"'), 'S08', 'unknown Topology Manager Policy option: '],
  [topologyManager('max-allowable-numa-nodes: "7"'), 'S08', 'should not be less than 8'],
  ['containerLogMaxSize: 10.5Mi', 'S09', 'failed to parse container log max size'],
  ['tlsMinVersion: VersionTLS14', 'S10', 'unknown tls version'],
  ['tlsCipherSuites: [FOO]', 'S10', 'Cipher suite FOO not supported or doesn'],
  ['tlsCipherSuites: [TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384]', 'S10', 'missing an HTTP/2-required'],
  ['tlsCurvePreferences: [1]', 'S10', 'curve preference 1 is not supported'],
  ['authorization: {mode: RBAC}', 'S11', 'unknown authorization mode RBAC'],
  ['configMapAndSecretChangeDetectionStrategy: Poll', 'S12', 'unknown configmap and secret manager mode: Poll'],
  ['syncFrequency: -1s', 'S13', 'invalid sync frequency'],
  ['containerRuntimeEndpoint: tcp://127.0.0.1:2375', 'S16', 'only support unix socket endpoint'],
  ['containerRuntimeEndpoint: http://foo', 'S16', 'protocol \\"http\\" not supported'],
  ['imageServiceEndpoint: unix://run/containerd/containerd.sock', 'S16', '/containerd/containerd.sock'],
  ['address: localhost', 'S17', 'Failed to listen and serve'],
  ['port: 10261\nreadOnlyPort: 10261', 'S18', 'address already in use'],
  ['systemCgroups: /\ncgroupRoot: /', 'S21', 'system container cannot be root'],
  ['runtimeRequestTimeout: -1s', 'S22', 'connectionTimeout must be positive'],
  ['userNamespaces: {idsPerPod: 67108864}', 'S23', 'kubelet user assigned IDs are not enough to support'],
  ['kubeReserved: {cpu: 100M}', 'S27', 'invalid Node Allocatable configuration'],
  ['maxOpenFiles: 1', 'S28', 'too many open files'],
  ['maxPods: 70000', 'S23', 'kubelet user assigned IDs are not enough to support 70000 pods'],
]

/** What ends a kubelet or leaves it without its health check, whichever of its servers is the second to listen. */
export const brokenByOrder: Verdict = {
  fields: 'port: 10262\nhealthzPort: 10262',
  rule: 'S19',
  says: 'address already in use',
  ends: 'exit 1 or hangs',
}

/** What ends a kubelet on this node only: ours is a remark that says what to look at. */
export const brokenByHost: readonly Row[] = [
  [
    memoryManager('[{numaNode: 99, limits: {memory: 200Mi}}]'),
    'S07',
    'NUMA node 99 that does not exist on this machine',
  ],
  ['reservedSystemCPUs: "4095"', 'S14', 'is not a subset of online-cpus'],
  ['systemReserved: {memory: 1Pi}', 'S14', 'Expected capacity >= reservation'],
  [
    'cgroupsPerQOS: true\nenforceNodeAllocatable: [kube-reserved]\nkubeReservedCgroup: /missing\nkubeReserved: {cpu: 100m}',
    'S14',
    'Failed to enforce Kube Reserved Cgroup Limits',
  ],
  ['authentication: {x509: {clientCAFile: /missing.crt}}', 'S14', 'open /missing.crt: no such file or directory'],
  ['authentication: {x509: {clientCAFile: /etc/hostname}}', 'S14', 'does not contain any valid'],
  ['tlsCertFile: /missing.crt\ntlsPrivateKeyFile: /missing.key', 'S14', 'file based certificate manager'],
  [
    'serverTLSBootstrap: true\ntlsCertFile: /etc/kubernetes/pki/ca.crt\ntlsPrivateKeyFile: /etc/hostname',
    'S14',
    'failed to initialize server certificate manager',
  ],
  ['containerRuntimeEndpoint: unix:///missing.sock', 'S14', 'validate CRI v1 runtime API for endpoint'],
  ['imageServiceEndpoint: unix:///missing.sock', 'S14', 'validate CRI v1 image API for endpoint'],
  ['podLogsDir: /etc/hostname/logs', 'S14', 'error creating pod logs root directory'],
  ['address: 192.0.2.1', 'S14', 'cannot assign requested address'],
  ['evictionHard: {memory.available: 1Pi}', 'S14', 'Expected capacity >= reservation'],
  ['cgroupsPerQOS: true\ncgroupRoot: /missing', 'S14', 'has some missing paths'],
  ['userNamespaces: {idsPerPod: 196608}', 'S23', 'is not a multiple of 196608'],
]

/** What ends a kubelet unless its flags give what the file does not: ours is a warning, beside what the host needs. */
export const brokenWithoutFlag: Verdict = {
  fields: 'cgroupsPerQOS: true\nenforceNodeAllocatable: [kube-reserved]\nkubeReservedCgroup: /kubelet.slice',
  rule: 'S20',
  says: 'cgroup is not configured properly',
  ends: 'exit 1',
}

/** The same where cgroups are v1. */
export const brokenByCgroupV1: readonly Row[] = [
  ['failCgroupV1: true', 'V68', 'kubelet is configured to not run on a host using cgroup v1'],
  ['singleProcessOOMKill: false', 'V68', 'singleProcessOOMKill'],
  ['memorySwap: {swapBehavior: LimitedSwap}', 'S14', 'only supported with cgroupv2'],
]

/** What the kubelet logs or leaves to others, and goes on with: ours is an error that is not fatal, or a warning. */
export const flawedStartup: readonly Verdict[] = [
  { fields: 'clusterDNS: [10.96.0.300]', rule: 'S24', says: 'Invalid clusterDNS IP', ends: 'runs' },
  { fields: 'registerWithTaints: [{key: a, effect: ""}]', rule: 'S25', ends: 'runs' },
  { fields: 'tlsCertFile: /missing.crt', rule: 'S26', ends: 'runs' },
]

/** The nearest neighbours of some of the above. */
export const keptStartup: readonly string[] = [
  'evictionHard: {memory.available: 100%}\nevictionSoft: {memory.available: 0%}',
  'evictionSoft: {memory.available: 200Mi}\nevictionSoftGracePeriod: {memory.available: 0s}',
  'kubeReserved: {cpu: 100m, pid: "100"}\nqosReserved: {memory: 100%}',
  cpuManager('full-pcpus-only: "false"'),
  memoryManager('[{numaNode: 0, limits: {memory: 200Mi}}]'),
  options('topologyManager', 'none', 'foo: "true"'),
  topologyManager('max-allowable-numa-nodes: "8"'),
  'containerLogMaxSize: 10752Ki\ncontainerLogMaxFiles: 2',
  'tlsMinVersion: VersionTLS13\ntlsCipherSuites: [TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384]\ntlsCurvePreferences: [4588, 29]',
]
