import { describe, expect, test } from '@jest/globals'
import { gates } from '../../../../../src/lib/kubelet/data/gates.ts'
import { gatesOf } from '../../../../../src/lib/kubelet/gates/gate.ts'
import { newest, releases } from '../../../../../src/lib/kubelet/model/releases.ts'
import { explainGate } from '../../../../../src/lib/kubelet/reference/explain/explain-gate.ts'
import { explain } from '../../../../../src/lib/offline/explain/explain.ts'
import { describeGate } from '../../../../../src/lib/offline/explain/explain-gate.ts'
import { listGates } from '../../../../../src/lib/offline/explain/list-gates.ts'
import { expectGolden } from '../../../../support/golden.ts'

const gate = (name: string, release = newest) => explainGate(name, release)!
const text = (name: string, release = newest): string => describeGate(gate(name, release))

test.each([
  'NodeSwap',
  'featureGates.NodeSwap',
  'featureGates[NodeSwap]',
  'KubeletConfiguration.featureGates.NodeSwap',
])('%s is the gate NodeSwap', (typed) => {
  expect(explain(typed, newest)).toEqual({ kind: 'gate', gate: gate('NodeSwap') })
})

describe('a gate tells', () => {
  test.each([
    ['NodeSwap', /since +1\.28 or before\nstate +off beta \(1\.28, 1\.29\)\n +on beta \(1\.30 to 1\.33\)\n/],
    ['NodeSwap', /fields +memorySwap\.swapBehavior\n\nrules\n {2}V46 .*\n {2}V47 .*\n$/],
    ['ImageVolume', /since +1\.31\n/],
    ['ExecProbeTimeout', /locked +a document may set it to true or omit it; false stops the kubelet/],
    ['GitRepoVolumeDriver', /locked +a document may set it to false or omit it; true stops the kubelet/],
    ['MemoryManager', /removed +in 1\.36: a document that names it stops the kubelet/],
    ['UserNamespacesHostNetworkSupport', /state +off alpha, needs UserNamespacesSupport \(1\.35\)\n/],
    ['QOSReserved', /fields +qosReserved\n/],
    ['WatchList', /fields +no field is known to depend on it\n/],
    ['AllBeta', /sets +each gate below .*\n\ngates\n/],
  ])('%s: %s', (name, expected) => {
    expect(text(name)).toMatch(expected)
  })
  test('which gates of the release need it', () => {
    expect(text('UserNamespacesSupport', '1.35')).toMatch(/needed by .*UserNamespacesHostNetworkSupport \(in 1\.35\)/)
    expect(text('UserNamespacesSupport', '1.34')).not.toMatch(/needed by/)
  })
  test('no removal while the newest release knows it', () => {
    expect(text('NodeSwap')).not.toMatch(/removed/)
  })
})

describe.each(releases)('in %s', (release) => {
  test('each gate is as in the list of gates', () => {
    const listed = listGates(release, []).map(({ name, ...state }) => [name, state])
    const told = [...gatesOf(release).keys()].map((name) => {
      const { on, stage, locked, needs } = gate(name, release).state!
      return [name, { on, stage, locked, needs }]
    })
    expect(told).toEqual(listed)
  })
  test('AllAlpha and AllBeta set all of their stage, and not each other', () => {
    const members = ['AllAlpha', 'AllBeta'].flatMap((name) => [...gate(name, release).members.keys()])
    const early = [...gatesOf(release)].filter(([, { stage }]) => stage === 'alpha' || stage === 'beta')
    expect(members.toSorted()).toEqual(
      early
        .map(([name]) => name)
        .filter((name) => name !== 'AllAlpha' && name !== 'AllBeta')
        .toSorted(),
    )
  })
})

test('each gate has each release at most once, and none before its first', () => {
  const spans = Object.keys(gates).map((name) => gate(name).history.flatMap(({ releases: some }) => some))
  expect(spans.filter((some) => some.length === 0 || new Set(some).size !== some.length)).toEqual([])
})

test.each(['NodeSwap', 'MemoryQoS', 'CPUManagerPolicyAlphaOptions', 'AllAlpha'])('%s reads well', (name) => {
  expectGolden(text(name), `explain/${name}.txt`)
})
