import { describe, expect, test } from '@jest/globals'
import { noStyle } from '../../../../src/lib/cli/terminal/style.ts'
import { Table } from '../../../../src/lib/cli/terminal/table.ts'
import { amountsOf } from '../../../../src/lib/pods/amounts.ts'
import { parseDesiredSize } from '../../../../src/lib/sizes/desired/desired-size-text.ts'
import type { ListedSize } from '../../../../src/lib/sizes/list/list-sizes.ts'
import { ascii } from '../../../../src/lib/sizes/list/top-bar.ts'
import { topBars } from '../../../../src/lib/sizes/list/top-bars.ts'
import { fleetOf } from '../../../../src/lib/sizes/list/top-view.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { balloonPod, installation, node } from '../../pods/samples.ts'

const used = amountsOf({ cpu: '1500m', memory: '6Gi' })

/** A node of 4 cores and 16Gi, whose balloon holds one core and 4Gi. */
function sized(name: string, changes: Partial<ListedSize> = {}): ListedSize {
  const balloon = balloonPod({ cpu: '1', memory: '4Gi' })
  const pods = [{ ...balloon, spec: { ...balloon.spec, nodeName: name } }]
  return { ...measure({ node: node({ name }), pods, installation }), stored: null, used, ...changes }
}

const drawn = (sizes: readonly ListedSize[], width: number): readonly string[] => {
  const lines = [...sizes, fleetOf(sizes)]
  const { columns } = topBars(lines, { glyphs: ascii, width })
  return new Table(columns, { style: noStyle, width }).print(lines).trimEnd().split('\n')
}

const names = (name: string) => Array.from({ length: 500 }, (_, i) => `${name}-${i}`)

test.each([
  ['node', 80],
  ['kind-control-plane', 80],
  ['aks-pool1-34259891-vmss', 80],
  ['gke-prod-pool1-9f3c2d-x7', 80],
  ['ip-10-0-12-34.eu-west-1.compute.internal', 120],
  ['a-name-of-a-node-that-has-sixty-three-characters-which-is-the-most-0', 80],
])('500 nodes named %s are 502 lines of at most %i columns', (name, width) => {
  const lines = drawn(
    names(name).map((each) => sized(each)),
    width,
  )
  expect(lines).toHaveLength(502)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width)
})

describe('in a watch on 80 columns', () => {
  const watched = (sizes: readonly ListedSize[], isWide = false) => {
    const { columns, wide } = topBars(sizes, { glyphs: ascii, width: 80, isWatch: true, isWide })
    return new Table(isWide ? [...columns, ...wide] : columns, { style: noStyle, width: 80 })
  }
  const aws = (host: string) => `ip-10-0-${host}.eu-central-1.compute.internal`

  test.each(['node-a', 'kind-control-plane', 'gke-prod-pool1-9f3c2d1a-x7kq', aws('123-45')])(
    'a row stays on its line, also while the node is resized, and usage may come later: %s',
    (name) => {
      const table = watched([sized(name, { used: undefined })])
      const lines = (table.print([sized(name)]) + table.print([sized(name, { state: 'Resizing' })])).split('\n')
      expect(lines).toHaveLength(4)
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80)
      expect(lines[0]).toMatch(/ REQ +USE /)
    },
  )

  test('the middle of a long name is cut out, unless it would look like another one', () => {
    const [one, other, twin] = [aws('123-45'), aws('123-46'), aws('123-45').replace('eu-central', 'eu-western')]
    const nameIn = (table: Table<ListedSize>, name: string) =>
      table
        .print([sized(name)])
        .trimEnd()
        .split('\n')
        .at(-1)!
        .split(' ')[0]
    const table = watched([one, other].map((name) => sized(name)))
    table.print([sized(one)])
    expect([nameIn(table, one), nameIn(table, other)]).toEqual([
      'ip-10-0-123-45...mpute.internal',
      'ip-10-0-123-46...mpute.internal',
    ])
    expect(table.print([sized(twin)])).toContain(twin)
  })

  test('-o wide has whole names', () => {
    const table = watched([sized(aws('123-45'))], true)
    expect(table.print([sized(aws('123-45'))])).toContain(aws('123-45'))
  })
})

test('a wide terminal has wide bars, up to 24 cells', () => {
  expect(drawn([sized('node-a')], 300)[1]).toMatch(/ [_#.~]{24} +0% +50% +[_#.~]{24} +0% +50% +Ready$/)
})

test('a bar is as wide as its header where there is no room', () => {
  const line = sized('a'.repeat(60))
  const { columns } = topBars([line], { glyphs: ascii, width: 80 })
  const [, cpu, memory] = columns.map(({ header, value }) => [header.length, value(line).length])
  expect([cpu, memory]).toEqual([
    [16, 16],
    [16, 16],
  ])
})

test('without measurements, there is no usage', () => {
  expect(drawn([sized('node-a', { used: undefined })], 80)[0]).toMatch(/^NODE +SIZE +CPU +REQ +MEMORY +REQ +STATE$/)
})

test('drift has a column if there is some', () => {
  const subject = { kind: 'ConfigMap', name: 'nodesize-sizes-6', namespace: 'kube-system' }
  const text = '{"cpu":"2","memory":"12Gi"}'
  const stored = { node: 'node-a', text, desired: parseDesiredSize(text, { node: 'node-a', subject }) }
  const lines = drawn([sized('node-a', { stored }), sized('node-b')], 120)
  expect(lines[0]).toMatch(/ DRIFT +STATE$/)
  expect(lines.slice(1).map((line) => line.split(/ {2,}/).at(-2))).toEqual(['+1/0', '-', '1'])
})
