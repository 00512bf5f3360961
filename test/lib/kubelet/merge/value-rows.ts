import type { Start } from './assemble.ts'

/** What a kubelet starts with, a path in its configuration, and the value that it has there. */
export type Row = readonly [name: string, start: Start, path: string, expected: unknown]

/** Values, names and maps. */
export const valueRows: readonly Row[] = [
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
  [
    'no limits of reserved memory are kept as they are',
    { file: 'reservedMemory: [{numaNode: 1, limits: {}}, {numaNode: 0}]', dropIns: {} },
    'reservedMemory',
    [{ numaNode: 1, limits: {} }, { numaNode: 0 }],
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
]
