/** Texts of drop-ins by name, without the header unless they begin with `#!`. */
export type Texts = Readonly<Record<string, string>>

const inJson = (maxPods: string) =>
  `{"apiVersion":"kubelet.config.k8s.io/v1beta1","kind":"KubeletConfiguration","maxPods":${maxPods}}`

type Row = readonly [name: string, base: string, texts: Texts, findings: readonly string[]]

/** A file, drop-ins in the order in which they are read, and what is found. */
export const findingRows: readonly Row[] = [
  [
    'points at the value that wins',
    'maxPods: 5',
    { 'a.conf': 'maxPods: -1', 'b.conf': '\nmaxPods:  -2' },
    ['b.conf:4:11 error V25 maxPods'],
  ],
  ['finds nothing in what a later file replaces', '', { 'a.conf': 'maxPods: -1', 'b.conf': 'maxPods: 20' }, []],
  ['wants the type of what wins only', '', { 'a.conf': 'clusterDNS: x', 'b.conf': 'clusterDNS: [10.0.0.2]' }, []],
  ['points at a wrong type', '', { 'a.conf': 'maxPods: many' }, ['a.conf:3:10 error DECODE-TYPE maxPods']],
  [
    'refuses a key that is given twice',
    '',
    { 'a.conf': 'maxPods: 1\nmaxPods: 2' },
    ['a.conf:4:1 error STRICT-DUPLICATE maxPods'],
  ],
  ['refuses another kind', '', { 'a.conf': '#!apiVersion: v1\nkind: Pod\n' }, ['a.conf:2:7 error DECODE-KIND kind']],
  ['refuses an empty file', '', { 'a.conf': '#!' }, ['a.conf:1:1 error READ-EMPTY']],
  [
    'does not find a header in another case',
    '',
    { 'a.conf': '#!APIVERSION: kubelet.config.k8s.io/v1beta1\nKIND: KubeletConfiguration\n' },
    ['a.conf:1:1 error DECODE-KIND apiVersion', 'a.conf:1:1 error DECODE-KIND kind'],
  ],
  [
    'wants texts in a header of any case, before that',
    '',
    { 'a.conf': 'Kind: {}', 'b.conf': 'APIVERSION: null' },
    ['a.conf:3:7 error DECODE-KIND kind'],
  ],
  [
    'tells of unknown fields, which no log does',
    '',
    { 'a.conf': 'maxPodz: 1' },
    ['a.conf:3:1 error STRICT-UNKNOWN maxPodz'],
  ],
  [
    'tells of a name in another case that loses',
    '',
    { 'a.conf': 'MaxPods: 1' },
    ['a.conf:3:1 error STRICT-CASE MaxPods'],
  ],
  [
    'tells of a name in another case that wins',
    '',
    { 'a.conf': 'maxpods: 1' },
    ['a.conf:3:1 warning DROPIN-CASE maxpods'],
  ],
  [
    'tells of items that are lost',
    'clusterDNS: [10.0.0.1]',
    { 'a.conf': 'clusterDNS: [10.0.0.2]' },
    ['a.conf:3:13 warning DROPIN-LIST clusterDNS'],
  ],
  [
    'says nothing where a list is extended',
    'clusterDNS: [10.0.0.1]',
    { 'a.conf': 'clusterDNS: [10.0.0.2, 10.0.0.1]' },
    [],
  ],
  [
    'tells of an empty list that is lost',
    'enforceNodeAllocatable: []',
    {},
    ['base:3:25 warning DROPIN-LOST enforceNodeAllocatable'],
  ],
  ['keeps an empty list of a drop-in', '', { 'a.conf': 'enforceNodeAllocatable: []' }, []],
  [
    'tells of thresholds that are gone',
    '',
    { 'a.conf': 'evictionHard: null' },
    ['a.conf:3:15 warning DROPIN-LOST evictionHard'],
  ],
  [
    'tells of a relative path',
    '',
    { 'a.conf': 'staticPodPath: pods' },
    ['a.conf:3:16 warning DROPIN-PATH staticPodPath'],
  ],
  [
    'refuses a relative podLogsDir',
    'podLogsDir: a',
    { 'a.conf': 'podLogsDir: b' },
    ['a.conf:3:13 error DROPIN-PATH podLogsDir'],
  ],
  [
    'tells of a file with another suffix',
    '',
    { 'a.yaml': 'maxPods: 1', 'b.conf.bak': 'maxPods: 1' },
    ['a.yaml warning DROPIN-SUFFIX'],
  ],
  [
    'knows that defaults are in the base',
    '',
    { 'a.conf': 'maxParallelImagePulls: 3' },
    ['a.conf:3:24 error V33 maxParallelImagePulls'],
  ],
  [
    'stops at gates of the file',
    'featureGates: {NoGate: true}',
    { 'a.conf': 'featureGates: null' },
    ['base:3:16 error V01 featureGates[NoGate]'],
  ],
  [
    'refuses a number that no float64 holds',
    '',
    { 'a.conf': `#!${inJson('1e400')}`, 'b.conf': 'maxPods: 5' },
    ['a.conf:1:87 error DECODE-RANGE'],
  ],
]
