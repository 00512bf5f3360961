import { describe, expect, test } from '@jest/globals'
import { gatesOf } from '../../../../src/lib/kubelet/gates/gate.ts'
import { resolveGates } from '../../../../src/lib/kubelet/gates/resolve.ts'
import { type Release, releases } from '../../../../src/lib/kubelet/model/releases.ts'

type Setting = readonly [name: string, on: boolean]

/** Looks at all gates, whatever was set. */
function unmetNeeds(release: Release, settings: readonly Setting[]): readonly string[] {
  const { enabled } = resolveGates(release, new Map(settings))
  return [...gatesOf(release)].flatMap(([name, { needs }]) =>
    enabled(name) ? needs.filter((other) => !enabled(other)).map((other) => `${name} needs ${other}`) : [],
  )
}

const said = (release: Release, settings: readonly Setting[]): readonly string[] =>
  resolveGates(release, new Map(settings)).problems.flatMap((problem) => {
    if (problem.kind === 'needs') return problem.needs.map((other) => `${problem.name} needs ${other}`)
    return problem.kind === 'needed' ? problem.by.map((other) => `${other} needs ${problem.name}`) : []
  })

describe.each(releases)('in %s', (release) => {
  test('no gate lacks another one by default', () => {
    expect(unmetNeeds(release, [])).toEqual([])
  })
  test('the problem of a single gate is found among all', () => {
    const settings = ['AllAlpha', 'AllBeta', ...gatesOf(release).keys()].flatMap((name): Setting[] => [
      [name, true],
      [name, false],
    ])
    const [expected, found] = [unmetNeeds, said].map((ask) =>
      settings.map((one) => [one, ask(release, [one]).toSorted()]),
    )
    expect(found).toEqual(expected)
  })
})

test('some gates lack another one', () => {
  expect(said('1.37', [['ClusterTrustBundle', false]])).toEqual([
    'ClusterTrustBundleProjection needs ClusterTrustBundle',
  ])
})

test.each(['constructor', '__proto__', 'toString'])('no release knows the gate %s', (name) => {
  expect(resolveGates('1.37', new Map([[name, true]])).problems).toEqual([{ kind: 'unknown', name, meant: undefined }])
})

describe('one cause is one problem', () => {
  const problems = (release: Release, ...settings: readonly Setting[]) =>
    resolveGates(release, new Map(settings)).problems

  test('a gate that is off is to blame, not those that need it', () => {
    expect(problems('1.36', ['AtomicFIFO', false])).toEqual([
      { kind: 'needed', name: 'AtomicFIFO', by: expect.arrayContaining(['StaleControllerConsistencyJob']) },
    ])
  })
  test('a gate that is set on is to blame when nothing is set off', () => {
    expect(problems('1.36', ['DRADeviceTaintRules', true], ['DRADeviceTaints', false])).toEqual([
      { kind: 'needed', name: 'DRADeviceTaints', by: ['DRADeviceTaintRules'] },
    ])
    expect(problems('1.35', ['DRADeviceTaintRules', true])).toEqual([
      { kind: 'needs', name: 'DRADeviceTaintRules', needs: ['DRADeviceTaints'] },
    ])
  })
  test('AllAlpha lacks one gate, which four gates need', () => {
    expect(problems('1.37', ['AllAlpha', true])).toEqual([
      {
        kind: 'needed',
        name: 'GenericWorkload',
        by: ['CompositePodGroup', 'PodGroupPreemptionPolicy', 'TopologyAwareWorkloadScheduling', 'WorkloadWithJob'],
      },
    ])
  })
  test.each<[Release, string]>([
    ['1.35', 'DynamicResourceAllocation'],
    ['1.36', 'DynamicResourceAllocation'],
    ['1.36', 'InPlacePodVerticalScaling'],
  ])('in %s, %s: false is only locked', (release, name) => {
    expect(problems(release, [name, false])).toEqual([{ kind: 'locked', name, on: true, stage: 'ga' }])
  })
  test('a misspelt gate counts as what is meant', () => {
    expect(problems('1.35', ['DRADeviceTaintRules', true], ['DRADeviceTaint', true])).toEqual([
      { kind: 'unknown', name: 'DRADeviceTaint', meant: 'DRADeviceTaints' },
    ])
  })
})
