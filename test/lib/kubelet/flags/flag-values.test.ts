import { describe, expect, test } from '@jest/globals'
import { flagSubject } from '../../../../src/lib/kubelet/flags/flag-messages.ts'
import { from, json } from './migrated.ts'

describe('values', () => {
  test.each<[string, unknown]>([
    ['--max-pods=50', { maxPods: 50 }],
    ['--max-pods 0x32', { maxPods: 50 }],
    ['--max_pods=1_0', { maxPods: 10 }],
    ['--max-pods=1 --max-pods=2', { maxPods: 2 }],
    ['--fail-swap-on', { failSwapOn: true }],
    ['--fail-swap-on=F', { failSwapOn: false }],
    ['--sync-frequency=90s', { syncFrequency: '90s' }],
    ['--address=::', { address: '::' }],
    ['--cluster-dns=10.0.0.1,10.0.0.2 --cluster-dns=10.0.0.3', { clusterDNS: ['10.0.0.1', '10.0.0.2', '10.0.0.3'] }],
    ['--tls-cipher-suites="a,b",c', { tlsCipherSuites: ['a,b', 'c'] }],
    ['--kube-reserved=cpu=1,memory=1Gi --kube-reserved=cpu=2', { kubeReserved: { cpu: '2', memory: '1Gi' } }],
    ['--cpu-manager-policy-options=a=b,c', { cpuManagerPolicyOptions: { a: 'b,c' } }],
    [
      '--eviction-hard=memory.available<1Gi,nodefs.available<10%',
      { evictionHard: { 'memory.available': '1Gi', 'nodefs.available': '10%' } },
    ],
    ['--eviction-hard=', { evictionHard: {} }],
    ['--feature-gates=A=true,B=f --feature-gates=A=0', { featureGates: { A: false, B: false } }],
    ['--manifest-url-header=a:b,c:d --manifest-url-header=a:e', { staticPodURLHeader: { a: ['b', 'e'], c: ['d'] } }],
    [
      '--register-with-taints=a=b:NoSchedule,c:NoExecute',
      {
        registerWithTaints: [
          { key: 'a', value: 'b', effect: 'NoSchedule' },
          { key: 'c', effect: 'NoExecute' },
        ],
      },
    ],
    [
      '--reserved-memory=0:memory=1Gi,hugepages-2Mi=2Mi;1:memory=2Gi',
      {
        reservedMemory: [
          { numaNode: 0, limits: { memory: '1Gi', 'hugepages-2Mi': '2Mi' } },
          { numaNode: 1, limits: { memory: '2Gi' } },
        ],
      },
    ],
    ['--log-json-info-buffer-size=1Ki', { logging: { options: { json: { infoBufferSize: '1Ki' } } } }],
    [
      '--anonymous-auth=false --client-ca-file=/a',
      { authentication: { anonymous: { enabled: false }, x509: { clientCAFile: '/a' } } },
    ],
    ['--seccomp-default', { seccompDefault: true }],
  ])('%s', (words, expected) => {
    const migration = from(words)
    expect(migration.problems).toEqual([])
    expect(json(migration)).toEqual(expected)
  })
})

describe('what no kubelet takes', () => {
  const invalid = (flag: string, wanted: string) => ({ reason: 'InvalidFlagValue', subject: flagSubject(flag), wanted })

  test.each<[words: string, problem: object]>([
    ['--max-pods', { reason: 'FlagValueMissing', subject: flagSubject('max-pods') }],
    ['--max-pods=many', { ...invalid('max-pods', 'integer'), found: 'many' }],
    ['--max-pods=2147483648', invalid('max-pods', 'int32')],
    ['-max-pods=1', { reason: 'NotAFlag', word: '-max-pods', meant: 'max-pods' }],
    ['--anonymous-auth false', { reason: 'SeparateBoolean', subject: flagSubject('anonymous-auth'), value: 'false' }],
    ['stray', { reason: 'UnexpectedWord', word: 'stray' }],
    ['--sync-frequency=5', invalid('sync-frequency', 'duration')],
    ['--address=x', invalid('address', 'ip')],
    ['--eviction-hard=memory.available=1Gi', invalid('eviction-hard', 'thresholds')],
    ['--feature-gates=A=maybe', invalid('feature-gates', 'gates')],
    ['--register-with-taints=a=b', invalid('register-with-taints', 'taints')],
    ['--reserved-memory=0:cpu=1', invalid('reserved-memory', 'reservations')],
    ['--vmodule=a', invalid('vmodule', 'patterns')],
    ['--v=-1', invalid('v', 'level')],
    ['--tls-cipher-suites=a"b', invalid('tls-cipher-suites', 'list')],
  ])('%s', (words, problem) => {
    expect(from(words).problems).toEqual([expect.objectContaining(problem)])
  })

  test('secrets are not repeated', () => {
    const { problems } = from(['--manifest-url-header=hunter2', '--manifest-url-header', 'a:b', 'hunter2'])
    expect(problems).toHaveLength(2)
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })

  const misspelt = { reason: 'WordAfterFlag', subject: flagSubject('manifest-url-heder') }

  test.each<[words: string, problem: object]>([
    ['--manifest-url-heder Authorization: hunter2', misspelt],
    ['--manifest-url-heder=Authorization: hunter2', misspelt],
    [
      '-manifest-url-header Authorization: hunter2',
      { reason: 'NotAFlag', word: '-manifest-url-header', meant: 'manifest-url-header' },
    ],
  ])('nor what follows in %s', (words, problem) => {
    const { problems } = from(`${words} --max-pods=x`)
    expect(problems).toEqual([
      expect.objectContaining(problem),
      expect.objectContaining({ subject: flagSubject('max-pods') }),
    ])
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })
})
