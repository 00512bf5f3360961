import { expect, test } from '@jest/globals'
import { noStyle } from '../../../src/lib/cli/terminal/style.ts'
import { Table } from '../../../src/lib/cli/terminal/table.ts'
import type { ListedSize } from '../../../src/lib/flows/sizes/list-sizes.ts'
import { parseWish } from '../../../src/lib/reconcile/wish-text.ts'
import { ascii } from '../../../src/lib/render/top-bar.ts'
import { topBars } from '../../../src/lib/render/top-bars.ts'
import { fleetOf } from '../../../src/lib/render/top-view.ts'
import { amountsOf } from '../../../src/lib/sizing/amounts.ts'
import { measure } from '../../../src/lib/sizing/node-size.ts'
import { balloonPod, installation, node } from '../sizing/samples.ts'

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
])('500 nodes named %s are 502 lines of at most %i columns', (name, width) => {
  const lines = drawn(
    names(name).map((each) => sized(each)),
    width,
  )
  expect(lines).toHaveLength(502)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width)
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
  const stored = { node: 'node-a', text, wish: parseWish(text, { node: 'node-a', subject }) }
  const lines = drawn([sized('node-a', { stored }), sized('node-b')], 120)
  expect(lines[0]).toMatch(/ DRIFT +STATE$/)
  expect(lines.slice(1).map((line) => line.split(/ {2,}/).at(-2))).toEqual(['+1/0', '-', '1'])
})
