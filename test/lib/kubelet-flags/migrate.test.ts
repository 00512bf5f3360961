import { describe, expect, test } from '@jest/globals'
import { compactTree } from '../../../src/lib/kubelet/compare/compact.ts'
import { fields } from '../../../src/lib/kubelet/data/fields.ts'
import type { Release } from '../../../src/lib/kubelet/model/releases.ts'
import { wordsFrom } from '../../../src/lib/kubelet-flags/command-line.ts'
import { flags } from '../../../src/lib/kubelet-flags/data/flags.ts'
import { gone } from '../../../src/lib/kubelet-flags/gone.ts'
import { type Migration, migrate, treeWith } from '../../../src/lib/kubelet-flags/migrate.ts'
import { instead } from '../../../src/lib/kubelet-flags/staying.ts'
import { map } from '../../../src/lib/kubelet-flags/trees.ts'
import { reasonOf } from '../../../src/lib/render/unknown-flag.ts'

const line = (words: readonly string[]) => ({
  words: wordsFrom('x', words),
  whole: false,
  unset: [],
  environmentFiles: [],
  notes: [],
})
const from = (words: string | readonly string[], release: Release = '1.36'): Migration =>
  migrate(line(typeof words === 'string' ? words.split(' ') : words), release, { hasFile: true })
const json = ({ settings }: Migration): unknown => JSON.parse(compactTree(treeWith(settings, map([]))))

test('each field of the table of flags is one', () => {
  const paths = new Set(fields.map(({ path }) => path))
  expect(flags.filter(({ field }) => field !== undefined && !paths.has(field))).toEqual([])
})

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
  test.each([
    ['--max-pods', '--max-pods has no value'],
    ['--max-pods=many', "--max-pods wants an integer, not 'many'"],
    ['--max-pods=2147483648', '--max-pods wants an integer of 32 bits'],
    ['-max-pods=1', "'-max-pods' is no flag: write --max-pods"],
    ['--anonymous-auth false', 'write --anonymous-auth=false'],
    ['stray', "'stray' is no flag"],
    ['--sync-frequency=5', '--sync-frequency wants a duration'],
    ['--address=x', '--address wants an IP address'],
    ['--eviction-hard=memory.available=1Gi', '--eviction-hard wants thresholds'],
    ['--feature-gates=A=maybe', '--feature-gates wants gates'],
    ['--register-with-taints=a=b', '--register-with-taints wants taints'],
    ['--reserved-memory=0:cpu=1', '--reserved-memory wants reservations'],
    ['--vmodule=a', '--vmodule wants patterns'],
    ['--v=-1', '--v wants an integer from 0'],
    ['--tls-cipher-suites=a"b', '--tls-cipher-suites wants a list'],
  ])('%s', (words, problem) => {
    expect(from(words).problems).toEqual([expect.stringContaining(problem)])
  })

  test('secrets are not repeated', () => {
    const { problems } = from(['--manifest-url-header=hunter2', '--manifest-url-header', 'a:b', 'hunter2'])
    expect(problems).toHaveLength(2)
    expect(problems.join()).not.toContain('hunter2')
  })

  test.each([
    ['--manifest-url-heder Authorization: hunter2', '--manifest-url-heder is followed by what is no flag'],
    ['--manifest-url-heder=Authorization: hunter2', '--manifest-url-heder is followed by what is no flag'],
    ['-manifest-url-header Authorization: hunter2', "'-manifest-url-header' is no flag: write --manifest-url-header"],
  ])('nor what follows in %s', (words, problem) => {
    expect(from(`${words} --max-pods=x`).problems).toEqual([
      expect.stringContaining(problem),
      expect.stringContaining('--max-pods wants'),
    ])
    expect(from(`${words} --max-pods=x`).problems.join()).not.toContain('hunter2')
  })
})

describe('what stays', () => {
  const staying = (words: string, release?: Release): string[] =>
    from(words, release).staying.map(({ flag, value }) => `${flag.name}=${value}`)

  test.each([
    [
      '--kubeconfig=/a --node-labels=a=b --hostname-override c',
      ['kubeconfig=/a', 'node-labels=a=b', 'hostname-override=c'],
    ],
    ['-v4', ['v=4']],
    ['--provider-id=a', ['provider-id=a']],
    ['--help --version', ['help=true', 'version=true']],
    ['--max-pods=0', ['max-pods=0']],
    ['--read-only-port=0', []],
    ['--config=a --config=b', ['config=b']],
  ])('%s', (words, expected) => {
    expect(staying(words)).toEqual(expected)
  })

  test('what a release has no more is left out, or replaced by its field', () => {
    expect(staying('--pod-infra-container-image=a', '1.34')).toEqual(['pod-infra-container-image=a'])
    const lost = from('--pod-infra-container-image=a --iptables-drop-bit=5', '1.35')
    expect(lost).toMatchObject({
      staying: [],
      unknown: [
        { flag: { name: 'pod-infra-container-image' }, why: 'no flag any more after 1.34', isReplaced: false },
        { flag: { name: 'iptables-drop-bit' }, why: 'no flag any more after 1.30', isReplaced: true },
      ],
    })
    expect(json(lost)).toEqual({ iptablesDropBit: 5 })
  })

  test('what a release does not have yet has no field either', () => {
    const early = from('--fail-cgroupv1', '1.30')
    expect(early).toMatchObject({ settings: [], unknown: [{ why: 'a flag since 1.31', isReplaced: false }] })
  })

  test.each([
    ['--max-podz=5', 'no flag of any kubelet from 1.28 to 1.37 (did you mean --max-pods?)'],
    ['--max-podz 5', 'no flag of any kubelet from 1.28 to 1.37 (did you mean --max-pods?)'],
    ['--no-such-thing', 'no flag of any kubelet from 1.28 to 1.37 (leave it out; nothing replaces it)'],
    ['--constructor', 'no flag of any kubelet from 1.28 to 1.37 (leave it out; nothing replaces it)'],
    ['--network_plugin cni', 'no flag any more after 1.23 (leave it out; the container runtime calls the CNI plugins)'],
    [
      '--container-runtime=remote',
      'no flag any more after 1.26 (leave it out; containerRuntimeEndpoint says which one)',
    ],
  ])('%s is left out, and the flags around it are not', (words, reason) => {
    const lost = from(`--max-pods=1 ${words} --event-burst=7`)
    expect(lost.problems).toEqual([])
    expect(lost.unknown.map(reasonOf)).toEqual([reason])
    expect(json(lost)).toEqual({ maxPods: 1, eventBurst: 7 })
  })

  test('each advice is for a flag that some release does not have, and no field replaces', () => {
    const lost = flags.filter(({ field, until }) => field === undefined && until !== undefined)
    const names = [...gone.keys(), ...lost.map(({ name }) => name)]
    expect(names).toEqual(expect.arrayContaining(Object.keys(instead)))
    expect(flags.filter(({ name }) => gone.has(name))).toEqual([])
  })
})

test('notes tell what is easily missed', () => {
  const { notes } = from('--max-pods=1 --max-pods=2 --resolv-conf=a')
  expect(notes).toEqual([
    '--max-pods is given 2 times: the last one counts',
    '--resolv-conf is a relative path: in a file it starts at the folder of the file',
  ])
})
