import { describe, expect, test } from '@jest/globals'
import { mergeStart, type Start, valueIn } from './assemble.ts'

const rows: readonly (readonly [name: string, start: Start, path: string, expected: unknown])[] = [
  ['a default', { file: '' }, 'maxPods', 110],
  ['a file', { file: 'maxPods: 60' }, 'maxPods', 60],
  ['a zero in a file is the default', { file: 'maxPods: 0' }, 'maxPods', 110],
  ['a drop-in wins over the file', { file: 'maxPods: 60', dropIns: { 'a.conf': 'maxPods: 70' } }, 'maxPods', 70],
  [
    'a later drop-in wins',
    { file: '', dropIns: { '20.conf': 'maxPods: 80', '10.conf': 'maxPods: 70' } },
    'maxPods',
    80,
  ],
  [
    'a flag wins over both',
    { file: 'maxPods: 60', dropIns: { 'a.conf': 'maxPods: 70' }, flags: ['--max-pods=90'] },
    'maxPods',
    90,
  ],
  ['a zero of a flag counts', { file: 'maxPods: 60', flags: ['--max-pods=0'] }, 'maxPods', 0],
  ['null in the file is nothing', { file: 'maxPods: null' }, 'maxPods', 110],
  [
    'null in a drop-in brings the default back',
    { file: 'maxPods: 60', dropIns: { a: 'maxPods: null' } },
    'maxPods',
    110,
  ],
  // 8.2: the base has the right spelling, and the last one in byte order counts.
  ['MaxPods sorts before maxPods', { file: '', dropIns: { a: 'MaxPods: 70' } }, 'maxPods', 110],
  ['MAXPODS too', { file: '', dropIns: { a: 'MAXPODS: 70' } }, 'maxPods', 110],
  ['maxpods sorts after it', { file: '', dropIns: { a: 'maxpods: 70' } }, 'maxPods', 70],
  [
    'a mis-cased struct is merged into',
    { file: '', dropIns: { a: 'memoryswap: {swapBehavior: NoSwap}' } },
    'memorySwap.swapBehavior',
    'NoSwap',
  ],
  [
    'a mis-cased struct that sorts before loses where the base has values',
    { file: 'authentication: {webhook: {cacheTTL: 3m}}', dropIns: { a: 'authentication: {Webhook: {cacheTTL: 4m}}' } },
    'authentication.webhook.cacheTTL',
    '3m0s',
  ],
  ['unknown names are dropped', { file: '', dropIns: { a: 'noSuchField: 1\nmaxPods: 70' } }, 'maxPods', 70],
  [
    'a struct is merged',
    {
      file: 'authentication: {anonymous: {enabled: true}}',
      dropIns: { a: 'authentication: {webhook: {enabled: false}}' },
    },
    'authentication.anonymous.enabled',
    true,
  ],
  [
    'a list is replaced',
    { file: 'clusterDNS: [10.0.0.1, 10.0.0.2]', dropIns: { a: 'clusterDNS: [10.0.0.3]' } },
    'clusterDNS',
    ['10.0.0.3'],
  ],
  [
    'reservations are merged by key',
    { file: 'systemReserved: {cpu: 100m}', dropIns: { a: 'systemReserved: {memory: 1Gi}' } },
    'systemReserved[cpu]',
    '100m',
  ],
  [
    'the flag replaces the map',
    { file: 'systemReserved: {cpu: 100m}', flags: ['--system-reserved=memory=1Gi'] },
    'systemReserved[cpu]',
    undefined,
  ],
  // 3.1: thresholds.
  [
    'thresholds of the file replace the defaults',
    { file: 'evictionHard: {memory.available: 1Gi}' },
    'evictionHard[nodefs.available]',
    undefined,
  ],
  [
    'unless they are merged',
    { file: 'evictionHard: {memory.available: 1Gi}\nmergeDefaultEvictionSettings: true' },
    'evictionHard[nodefs.available]',
    '10%',
  ],
  [
    'thresholds of a drop-in are merged with them',
    { file: '', dropIns: { a: 'evictionHard: {memory.available: 1Gi}' } },
    'evictionHard[nodefs.available]',
    '10%',
  ],
  [
    'null removes all thresholds',
    { file: '', dropIns: { a: 'evictionHard: null' } },
    'evictionHard[memory.available]',
    undefined,
  ],
  [
    'null for one threshold removes that',
    { file: '', dropIns: { a: 'evictionHard: {nodefs.available: null}' } },
    'evictionHard[nodefs.available]',
    undefined,
  ],
  [
    'and leaves the others',
    { file: '', dropIns: { a: 'evictionHard: {nodefs.available: null}' } },
    'evictionHard[memory.available]',
    '100Mi',
  ],
  [
    'a flag replaces thresholds',
    { file: '', flags: ['--eviction-hard=memory.available<1Gi'] },
    'evictionHard[nodefs.available]',
    undefined,
  ],
  ['without a file there are no thresholds', {}, 'evictionHard[memory.available]', undefined],
  // 8.3: flag > drop-in > file.
  [
    'gates of file and drop-in are merged',
    { file: 'featureGates: {AllBeta: false}', dropIns: { a: 'featureGates: {AllAlpha: false}' } },
    'featureGates[AllBeta]',
    false,
  ],
  [
    'a gate of a drop-in wins over the file',
    { file: 'featureGates: {AllBeta: true}', dropIns: { a: 'featureGates: {AllBeta: false}' } },
    'featureGates[AllBeta]',
    false,
  ],
  [
    'a gate of a flag wins over both',
    { file: '', dropIns: { a: 'featureGates: {AllBeta: true}' }, flags: ['--feature-gates=AllBeta=false'] },
    'featureGates[AllBeta]',
    false,
  ],
  [
    'and keeps the others',
    { file: 'featureGates: {AllAlpha: false}', flags: ['--feature-gates=AllBeta=false'] },
    'featureGates[AllAlpha]',
    false,
  ],
  [
    'null empties the gates',
    { file: 'featureGates: {AllAlpha: false}', dropIns: { a: 'featureGates: null' } },
    'featureGates[AllAlpha]',
    undefined,
  ],
  // 8.2, Go's omitempty: with --config-dir, an empty list of the file is lost.
  ['an empty list in the file', { file: 'enforceNodeAllocatable: []' }, 'enforceNodeAllocatable', []],
  [
    'is lost with an empty folder of drop-ins',
    { file: 'enforceNodeAllocatable: []', dropIns: {} },
    'enforceNodeAllocatable',
    ['pods'],
  ],
  ['a drop-in can empty it', { file: '', dropIns: { a: 'enforceNodeAllocatable: []' } }, 'enforceNodeAllocatable', []],
  ['an explicit zero of a pointer is kept', { file: 'registryPullQPS: 0', dropIns: {} }, 'registryPullQPS', 0],
  ['an empty resolvConf is kept', { file: 'resolvConf: ""', dropIns: {} }, 'resolvConf', ''],
  // Defaults that depend on other fields are filled in before the merge.
  ['serializeImagePulls in the file follows', { file: 'maxParallelImagePulls: 3' }, 'serializeImagePulls', false],
  ['but not in a drop-in', { file: '', dropIns: { a: 'maxParallelImagePulls: 3' } }, 'serializeImagePulls', true],
  [
    'the report frequency follows in the file',
    { file: 'nodeStatusUpdateFrequency: 20s' },
    'nodeStatusReportFrequency',
    '20s',
  ],
  [
    'but not in a drop-in',
    { file: '', dropIns: { a: 'nodeStatusUpdateFrequency: 20s' } },
    'nodeStatusReportFrequency',
    '5m0s',
  ],
  [
    'relative paths of the file start at its folder',
    { file: 'staticPodPath: manifests' },
    'staticPodPath',
    '/etc/kubernetes/manifests',
  ],
  [
    'those of a drop-in are kept',
    { file: '', dropIns: { a: 'staticPodPath: manifests' } },
    'staticPodPath',
    'manifests',
  ],
  // 3.1: insecure defaults of flags.
  ['without a file, anonymous access', {}, 'authentication.anonymous.enabled', true],
  ['also with drop-ins alone', { dropIns: { a: 'maxPods: 70' } }, 'authorization.mode', 'AlwaysAllow'],
  ['not with a file', { file: '' }, 'readOnlyPort', undefined],
  ['but without one', {}, 'readOnlyPort', 10255],
  ['a flag alone', { flags: ['--max-pods=50'] }, 'maxPods', 50],
  [
    'what registers flags again resets splitStream',
    { file: 'logging: {options: {text: {splitStream: true}}}\nfeatureGates: {LoggingAlphaOptions: true}' },
    'logging.options.text.splitStream',
    false,
  ],
  [
    'reserved CPUs replace the reservation of cpu',
    { file: 'reservedSystemCPUs: 0-1\nkubeReserved: {cpu: 500m, memory: 1Gi}' },
    'systemReserved[cpu]',
    '2',
  ],
  [
    'in both',
    { file: 'reservedSystemCPUs: 0-1\nkubeReserved: {cpu: 500m, memory: 1Gi}' },
    'kubeReserved[cpu]',
    undefined,
  ],
  [
    'a gate that is off fills in no default',
    { file: 'featureGates: {KubeletCrashLoopBackOffMax: false}' },
    'crashLoopBackOff.maxContainerRestartPeriod',
    undefined,
  ],
  [
    'a flag counts for the defaults of a file that is silent',
    { file: '', flags: ['--feature-gates=KubeletCrashLoopBackOffMax=true'] },
    'crashLoopBackOff.maxContainerRestartPeriod',
    '5m0s',
  ],
  [
    'a field that the release does not have',
    { file: '', dropIns: { a: 'memoryReservationPolicy: None' }, release: '1.35' },
    'memoryReservationPolicy',
    undefined,
  ],
]

test.each(rows)('%s', async (_name, start, path, expected) => {
  expect(await valueIn(start, path)).toEqual(expected)
})

describe('a kubelet does not start with', () => {
  test.each<[string, Start, string, string | undefined]>([
    ['a wrong type in the file', { file: 'maxPods: "60"' }, 'DECODE-TYPE', 'config.yaml'],
    ['a wrong type in a drop-in', { file: '', dropIns: { a: 'clusterDNS: 10.0.0.1' } }, 'DECODE-TYPE', 'a'],
    ['a key twice in a drop-in', { file: '', dropIns: { a: 'maxPods: 60\nmaxPods: 70' } }, 'STRICT-DUPLICATE', 'a'],
  ])('%s', async (_name, start, rule, file) => {
    const merged = await mergeStart(start)
    expect(merged).toMatchObject({ outcome: 'refused', file, findings: [{ rule }] })
  })

  test('a wrong type that a later drop-in replaces does no harm', async () => {
    const start = { file: '', dropIns: { a: 'clusterDNS: 10.0.0.1', b: 'clusterDNS: [10.0.0.2]' } }
    expect(await valueIn(start, 'clusterDNS')).toEqual(['10.0.0.2'])
  })

  test('the line of a finding is that in its file', async () => {
    const merged = await mergeStart({ file: '', dropIns: { a: 'port: 10250\nmaxPods: many' } })
    expect(merged).toMatchObject({ outcome: 'refused', findings: [{ path: 'maxPods', line: 4 }] })
  })
})
