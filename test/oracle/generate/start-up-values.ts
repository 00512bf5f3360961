import type { Plain } from './node.ts'

const signals = [
  'memory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'pid.available',
  'containerfs.available',
  'allocatableMemory.available',
  'Memory.available',
  'nodefs',
]
const thresholds = [
  '100Mi',
  '10%',
  '0%',
  '100%',
  '101%',
  '-1%',
  '0',
  '-1',
  'x',
  '',
  '5',
  '1.5%',
  '%',
  '10 %',
  '1e1%',
  'nan%',
]
const amounts = ['1Gi', '100m', '0', '-1', '', 'x', '1.5', '1Ki', '500m']

const eachOf = (keys: readonly string[], values: readonly Plain[]): readonly Plain[] =>
  values.map((value, index) => ({ [keys[index % keys.length]!]: value }))
const thresholdMaps: readonly Plain[] = [
  {},
  null,
  ...eachOf(signals, thresholds),
  { 'memory.available': '1Gi', 'nodefs.available': '5%' },
]

/** Values that defaults and the checks of the start-up tell apart, by the field's path. */
export const startUpValues: Readonly<Record<string, readonly Plain[]>> = {
  containerLogMaxSize: ['10Mi', '1.5G', '1e3', '10.5Mi', '1.0Ki', '100m', '1Ei', '', 'x', '-1', '0', '1Ki5'],
  staticPodPath: ['/etc/kubernetes/manifests', 'a', './a/../b', '..', ''],
  volumePluginDir: ['a/b', '/a/', ''],
  resolvConf: ['', 'a', '/etc/resolv.conf', null],
  tlsCertFile: ['a.crt'],
  tlsMinVersion: ['', 'VersionTLS12', 'VersionTLS13', 'VersionTLS10', 'TLS12', 'versiontls12'],
  'tlsCipherSuites[]': [
    'TLS_AES_128_GCM_SHA256',
    'TLS_RSA_WITH_RC4_128_SHA',
    'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305',
    'x',
    'tls_aes_128_gcm_sha256',
  ],
  'tlsCurvePreferences[]': [23, 24, 25, 29, 4587, 4588, 4589, 0, 1, 65536, 4590, -1],
  'authorization.mode': ['AlwaysAllow', 'Webhook', '', 'RBAC', 'webhook'],
  cpuManagerPolicy: ['none', 'static', 'Static', ''],
  cpuManagerPolicyOptions: [
    {},
    { 'full-pcpus-only': 'true' },
    { 'full-pcpus-only': 'yes' },
    { 'distribute-cpus-across-numa': '1' },
    { 'strict-cpu-reservation': 'T' },
    { 'prefer-align-cpus-by-uncorecache': 'true', 'distribute-cpus-across-cores': 'true' },
    { x: 'true' },
  ],
  memoryManagerPolicy: ['None', 'Static', 'BestEffort', ''],
  qosReserved: [
    {},
    { memory: '50%' },
    { memory: '101%' },
    { memory: '50' },
    { cpu: '50%' },
    { memory: '-1%' },
    { memory: '1.5%' },
    { memory: '%' },
  ],
  evictionHard: thresholdMaps,
  evictionSoft: thresholdMaps,
  evictionSoftGracePeriod: [
    { 'memory.available': '1m' },
    { 'nodefs.available': '0s' },
    { x: '1s' },
    { 'memory.available': '-1s' },
    { 'memory.available': '1' },
  ],
  evictionMinimumReclaim: thresholdMaps,
  kubeReserved: [{}, null, ...eachOf(['cpu', 'memory', 'ephemeral-storage', 'pid', 'gpu'], amounts)],
  systemReserved: [{}, null, ...eachOf(['memory', 'cpu', 'pid', 'ephemeral-storage', 'hugepages-2Mi'], amounts)],
  nodeStatusUpdateFrequency: ['10s', '0s', '1m'],
  nodeStatusReportFrequency: ['5m', '0s', '10s'],
  podPidsLimit: [-1, -2, 0, 100, -9223372036854775808n],
  syncFrequency: ['1m', '0s', '-1s'],
  'defaultPodSysctls{}': ['1', ''],
  allowedUnsafeSysctls: [['net.*'], ['kernel.msg*'], ['*']],
}
