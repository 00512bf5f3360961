import { allCpuButSome, allMemoryButSome, busyPort, type HurtfulDocument, type Loss } from './document.ts'

type Row = readonly [
  name: string,
  fields: string,
  validate: HurtfulDocument['validate'],
  rules: readonly string[],
  says: string,
]

const useless = (lost: Loss, rows: readonly Row[]): readonly HurtfulDocument[] =>
  rows.map(([name, fields, validate, rules, says]) => ({
    name,
    fields,
    says,
    course: { kind: 'useless', lost },
    validate,
    rules,
  }))

/** What the kubelet lives with. Pods run on the node, of 200m, 100m and 1m of CPU and 30Mi of memory each. */
export const uselessDocuments: readonly HurtfulDocument[] = [
  ...useless('healthz', [
    ['a health port in use', `healthzPort: ${busyPort}`, 'valid', [], 'Failed to start healthz server'],
    [
      'a health address of another host',
      'healthzBindAddress: 192.0.2.1',
      'valid',
      [],
      'cannot assign requested address',
    ],
  ]),
  ...useless('reports', [
    ['an unknown encoding', 'contentType: application/banana', 'valid', [], 'no serializers registered'],
  ]),
  ...useless('heartbeat', [
    ['a lease of two hours', 'nodeLeaseDurationSeconds: 7200\nnodeStatusUpdateFrequency: 1h', 'valid', [], ''],
  ]),
  ...useless('server', [['no server', 'enableServer: false', 'valid', [], '']]),
  ...useless('new-pods', [
    ['a resolv.conf that is missing', 'resolvConf: /missing.conf', 'valid', [], 'open /missing.conf: no such file'],
    ['one process a pod', 'podPidsLimit: 1', 'valid', [], 'OCI runtime create failed'],
  ]),
  ...useless('pods', [
    ['fewer pods than run', 'maxPods: 1', 'valid', [], 'OutOfpods'],
    ['more CPU reserved than is left', `kubeReserved: {cpu: ${allCpuButSome}}`, 'valid', ['S14'], 'OutOfcpu'],
    ['no memory allocatable', `evictionHard: {memory.available: ${allMemoryButSome}}`, 'valid', [], 'OutOfmemory'],
    ['a full disk by decree', 'evictionHard: {nodefs.available: 99%}', 'valid', [], 'DiskPressure'],
  ]),
]
