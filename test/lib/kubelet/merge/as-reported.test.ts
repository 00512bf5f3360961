import { describe, expect, test } from '@jest/globals'
import { asReported, reportsCgroupDriver } from '../../../../src/lib/kubelet/merge/as-reported.ts'
import { merge } from '../../../../src/lib/kubelet/merge/merge.ts'
import { provenance } from '../../../../src/lib/kubelet/merge/provenance.ts'
import { readConfigz } from '../../../../src/lib/yaml/read/read-configz.ts'
import { configzWith } from '../../../support/kubelet-configz.ts'
import { layersOf, type Start, summary } from './assemble.ts'

/** The fields of a kubelet that was started with `runs`, when `known` is what is known of that. */
async function seen(known: Start, runs: Start) {
  const layers = await layersOf(known)
  const merged = merge(layers)
  const reported = await readConfigz(JSON.stringify(await configzWith(runs)), '1.36')
  if (merged.outcome === 'refused' || reported === undefined) throw new Error('not a configuration')
  const fields = asReported(provenance(merged.document, layers), reported, () => ({ kind: 'on-node' }))
  return new Map(fields.map((field) => [field.path, field]))
}

const file = 'maxPods: 50\nevictionHard: {memory.available: 1Gi}\n'

describe('a kubelet that runs with more than is known', () => {
  test.each([
    ['a value that is known', 'maxPods', { file }, '50 file:config.yaml'],
    ['a default', 'port', { file }, '10250 default'],
    ['a flag wins', 'maxPods', { file, flags: ['--max-pods=60'] }, '60 on-node < 50 file:config.yaml'],
    ['a drop-in sets what was a default', 'port', { file, dropIns: { a: 'port: 10350\n' } }, '10350 on-node'],
    [
      'a flag replaces a map',
      'evictionHard[memory.available]',
      { file, flags: ['--eviction-hard=nodefs.available<5%'] },
      'removed on-node < "1Gi" file:config.yaml',
    ],
    [
      'an entry that is only there',
      'evictionHard[nodefs.available]',
      { file, flags: ['--eviction-hard=nodefs.available<5%'] },
      '"5%" on-node < "10%" default',
    ],
    ['another file, where ours had nothing', 'eventBurst', { file: 'eventBurst: 7\n' }, '7 on-node'],
    ['another file, which lacks what ours has', 'maxPods', { file: '' }, '110 on-node < 50 file:config.yaml'],
    ['a false that Go leaves out', 'failSwapOn', { file: 'failSwapOn: false\n' }, 'false on-node'],
  ])('%s', async (_, path, runs, expected) => {
    expect(summary((await seen({ file }, runs)).get(path))).toBe(expected)
  })

  test('nothing is on the node when all is known', async () => {
    const start = { file: `${file}reservedSystemCPUs: 0-1\nstaticPodURLHeader: {A: [b]}\n`, flags: ['--v=4'] }
    const fields = await seen(start, start)
    expect([...fields.values()].filter(({ origin }) => origin.kind === 'on-node')).toEqual([])
    expect(fields.size).toBeGreaterThan(80)
  })

  test('a certificate that the kubelet has made itself is no difference', async () => {
    const made = { file: `${file}tlsCertFile: /var/lib/kubelet/pki/kubelet.crt\n` }
    expect(summary((await seen({ file }, made)).get('tlsCertFile'))).toBe('"/var/lib/kubelet/pki/kubelet.crt" default')
  })
})

test.each([
  ['containerd://2.0.0', true],
  ['containerd://1.7.27', false],
  ['cri-o://1.28.0', true],
  ['cri-o://1.27.9', false],
  ['cri-o://2.0.0', true],
  ['docker://27.1.1', false],
  ['', false],
])('%s reports its cgroup driver: %p', (version, expected) => {
  expect(reportsCgroupDriver(version)).toBe(expected)
})
