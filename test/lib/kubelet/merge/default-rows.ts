import type { Row } from './value-rows.ts'

/** Feature gates, defaults and what the kubelet does itself. */
export const defaultRows: readonly Row[] = [
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
    'a flag that turns all beta gates off counts for defaults',
    { file: '', dropIns: { a: 'featureGates: {AllBeta: true}' }, flags: ['--feature-gates=AllBeta=false'] },
    'crashLoopBackOff.maxContainerRestartPeriod',
    undefined,
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
    { file: 'reservedSystemCPUs: "0"\nkubeReserved: {cpu: 500m, memory: 1Gi}\nsystemReserved: {memory: 100Mi}' },
    'systemReserved[cpu]',
    '1',
  ],
  [
    'in both',
    { file: 'reservedSystemCPUs: "0"\nkubeReserved: {cpu: 500m, memory: 1Gi}\nsystemReserved: {memory: 100Mi}' },
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
