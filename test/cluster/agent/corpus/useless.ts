import { allCpuButSome, allMemoryButSome, busyPort, type HurtfulDocument, type Loss, latePort } from './document.ts'

type Row = readonly [
  name: string,
  agent: HurtfulDocument['agent'],
  fields: string,
  validate: HurtfulDocument['validate'],
  rules: readonly string[],
  says: string,
]

const useless = (lost: Loss, rows: readonly Row[]): readonly HurtfulDocument[] =>
  rows.map(([name, agent, fields, validate, rules, says]) => ({
    name,
    fields,
    says,
    course: { kind: 'useless', lost },
    agent,
    validate,
    rules,
  }))

/** What the kubelet lives with. Pods run on the node, of 200m, 100m and 1m of CPU and 30Mi of memory each. */
export const uselessDocuments: readonly HurtfulDocument[] = [
  ...useless('healthz', [
    ['a health port in use', 'refuses', `healthzPort: ${busyPort}`, 'valid', ['H29'], 'Failed to start healthz server'],
    [
      'a health port that is taken meanwhile',
      'rolls back',
      `healthzPort: ${latePort}`,
      'valid',
      ['H29'],
      'Failed to start healthz server',
    ],
    [
      'a health address of another host',
      'refuses',
      'healthzBindAddress: 192.0.2.1',
      'valid',
      ['H29'],
      'cannot assign requested address',
    ],
  ]),
  ...useless('reports', [
    [
      'an unknown encoding',
      'rolls back',
      'contentType: application/banana',
      'valid',
      ['H13'],
      'no serializers registered',
    ],
  ]),
  ...useless('heartbeat', [
    [
      'a lease of two hours',
      'rolls back',
      'nodeLeaseDurationSeconds: 7200\nnodeStatusUpdateFrequency: 1h',
      'valid',
      ['H09', 'H10'],
      '',
    ],
  ]),
  ...useless('server', [['no server', 'refuses', 'enableServer: false', 'valid', ['H24'], '']]),
  ...useless('new-pods', [
    [
      'a resolv.conf that is missing',
      'refuses',
      'resolvConf: /missing.conf',
      'valid',
      ['H29'],
      'open /missing.conf: no such file',
    ],
    [
      'a resolv.conf that cannot be read',
      'rolls back',
      'resolvConf: /proc/self/mem',
      'valid',
      ['H29'],
      '/proc/self/mem',
    ],
    ['one process a pod', 'rolls back', 'podPidsLimit: 1', 'valid', ['H08'], 'OCI runtime create failed'],
  ]),
  ...useless('pods', [
    ['fewer pods than run', 'rolls back', 'maxPods: 1', 'valid', ['H07'], 'OutOfpods'],
    [
      'more CPU reserved than is left',
      'rolls back',
      `kubeReserved: {cpu: ${allCpuButSome}}`,
      'valid',
      ['S14'],
      'OutOfcpu',
    ],
    [
      'no memory allocatable',
      'rolls back',
      `evictionHard: {memory.available: ${allMemoryButSome}}`,
      'valid',
      ['H02', 'S14'],
      // The kubelet refuses pods (OutOfmemory) or evicts them, whichever it comes to first.
      'resource: memory',
    ],
    [
      'a full disk by decree',
      'rolls back',
      'evictionHard: {nodefs.available: 99%}',
      'valid',
      ['H02', 'H04'],
      'Evicted',
    ],
  ]),
]
