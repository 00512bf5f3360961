import { expect, test } from '@jest/globals'
import { withLabels } from '../../../src/lib/output/label-columns.ts'

interface Row {
  readonly labels: Record<string, string> | undefined
}
const view = {
  kind: 'List',
  columns: [{ header: 'NAME', value: () => 'a' }],
  wide: [{ header: 'MORE', value: () => 'b' }],
  data: () => ({}),
  name: () => 'a',
}
const keys = ['pool', 'topology.kubernetes.io/zone']
const labelled = (isWide: boolean) => withLabels<Row>(view, keys, { labelsOf: ({ labels }) => labels, isWide })

test('labels are the last columns, named as in kubectl', () => {
  expect(labelled(false).columns.map(({ header }) => header)).toEqual(['NAME', 'POOL', 'ZONE'])
  const wide = labelled(true)
  expect([...wide.columns, ...wide.wide].map(({ header }) => header)).toEqual(['NAME', 'MORE', 'POOL', 'ZONE'])
})

test.each<[Row['labels'], string[]]>([
  [{ pool: 'batch', zone: 'b' }, ['batch', '<none>']],
  [{ 'topology.kubernetes.io/zone': 'a', pool: '' }, ['', 'a']],
  [undefined, ['-', '-']],
])('%j', (labels, values) => {
  const [, ...columns] = labelled(false).columns
  expect(columns.map(({ value }) => value({ labels }))).toEqual(values)
})
