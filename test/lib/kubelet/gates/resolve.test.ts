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
  resolveGates(release, new Map(settings)).problems.flatMap((problem) =>
    problem.kind === 'needs' ? [`${problem.name} needs ${problem.needs}`] : [],
  )

describe.each(releases)('in %s', (release) => {
  test('no gate lacks another one by default', () => {
    expect(unmetNeeds(release, [])).toEqual([])
  })
  test('the problem of a single gate is found among all', () => {
    const settings = ['AllAlpha', 'AllBeta', ...gatesOf(release).keys()].flatMap((name): Setting[] => [
      [name, true],
      [name, false],
    ])
    const [expected, found] = [unmetNeeds, said].map((ask) => settings.map((one) => [one, ask(release, [one])]))
    expect(found).toEqual(expected)
  })
})

test('some gates lack another one', () => {
  expect(said('1.37', [['ClusterTrustBundle', false]])).toEqual([
    'ClusterTrustBundleProjection needs ClusterTrustBundle',
  ])
})

test.each(['constructor', '__proto__', 'toString'])('no release knows the gate %s', (name) => {
  expect(resolveGates('1.37', new Map([[name, true]])).problems).toEqual([{ kind: 'unknown', name }])
})
