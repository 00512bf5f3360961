import { busyPort, type HurtfulDocument } from './document.ts'

type Row = readonly [
  name: string,
  fields: string,
  validate: HurtfulDocument['validate'],
  rules: readonly string[],
  says: string,
]

const fatal = ([name, fields, validate, rules, says]: Row): HurtfulDocument => ({
  name,
  fields,
  says,
  course: { kind: 'fatal', exit: 1 },
  agent: 'refuses',
  validate,
  rules,
})

/** What only this host cannot start with. */
export const fatalDocuments: readonly HurtfulDocument[] = [
  ...(
    [
      ['a cgroup root that is missing', 'cgroupRoot: /missing', 'valid', ['S14'], 'has some missing paths'],
      [
        'a runtime that is missing',
        'containerRuntimeEndpoint: unix:///run/missing.sock',
        'valid',
        ['S14'],
        'validate CRI v1 runtime API for endpoint',
      ],
      ['a port in use', `port: ${busyPort}`, 'valid', ['S14'], 'address already in use'],
      ['a read-only port in use', `readOnlyPort: ${busyPort}`, 'valid', ['S14', 'H18'], 'address already in use'],
      ['an address of another host', 'address: 192.0.2.1', 'valid', ['S14'], 'cannot assign requested address'],
      ['a CPU that is missing', 'reservedSystemCPUs: "4095"', 'valid', ['S14'], 'is not a subset of online-cpus'],
      [
        'more memory reserved than there is',
        'systemReserved: {memory: 1Pi}',
        'valid',
        ['S14'],
        'Expected capacity >= reservation',
      ],
      [
        'a cgroup to enforce that is missing',
        'enforceNodeAllocatable: [pods, kube-reserved]\nkubeReservedCgroup: /missing\nkubeReserved: {cpu: 100m}',
        'valid',
        ['S14'],
        'Failed to enforce Kube Reserved Cgroup Limits',
      ],
      [
        'an authority that is missing',
        'authentication: {x509: {clientCAFile: /missing.crt}}',
        'valid',
        ['S14'],
        'open /missing.crt: no such file or directory',
      ],
      [
        'a certificate that is missing',
        'tlsCertFile: /missing.crt\ntlsPrivateKeyFile: /missing.key',
        'valid',
        ['S14'],
        'file based certificate manager',
      ],
      [
        'an authority that is no certificate',
        'authentication: {x509: {clientCAFile: /etc/hostname}}',
        'valid',
        ['S14'],
        'does not contain any valid',
      ],
      [
        'a certificate that is none',
        'tlsCertFile: /etc/hostname\ntlsPrivateKeyFile: /etc/hostname',
        'valid',
        ['S14'],
        'file based certificate manager',
      ],
      [
        'a NUMA node that is missing',
        [
          'memoryManagerPolicy: Static',
          'evictionHard: {memory.available: 100Mi}',
          'kubeReserved: {memory: 100Mi}',
          'reservedMemory: [{numaNode: 99, limits: {memory: 200Mi}}]',
        ].join('\n'),
        'valid',
        ['H02', 'S07'],
        'references a NUMA node 99 that does not exist',
      ],
    ] as const
  ).map(fatal),
  ...(
    [
      ['only for cgroup v2', 'failCgroupV1: true', 'valid', ['V68'], 'configured to not run on a host using cgroup v1'],
      [
        'swap for cgroup v2',
        'memorySwap: {swapBehavior: LimitedSwap}',
        'valid',
        ['S14'],
        'only supported with cgroupv2',
      ],
    ] as const
  ).map((row): HurtfulDocument => ({ ...fatal(row), cgroup: 'v1' })),
  ...(
    [
      [
        'logs where nothing can be',
        'podLogsDir: /proc/missing',
        'valid',
        ['S14'],
        'Failed to initialize internal modules',
      ],
    ] as const
  ).map((row): HurtfulDocument => ({ ...fatal(row), agent: 'rolls back' })),
  {
    name: 'static CPUs beside a state of none',
    fields: 'cpuManagerPolicy: static\nkubeReserved: {cpu: 500m}',
    course: { kind: 'state-file', file: 'cpu_manager_state' },
    agent: 'applies',
    says: 'please drain this node and delete the CPU manager checkpoint file',
    validate: 'valid',
    rules: [],
  },
  {
    name: 'static memory beside a state of none',
    fields: [
      'memoryManagerPolicy: Static',
      'evictionHard: {memory.available: 100Mi}',
      'kubeReserved: {memory: 100Mi}',
      'reservedMemory: [{numaNode: 0, limits: {memory: 200Mi}}]',
    ].join('\n'),
    course: { kind: 'state-file', file: 'memory_manager_state' },
    agent: 'applies',
    says: '[memorymanager] configured policy',
    validate: 'valid',
    rules: ['H02', 'S07'],
  },
]
