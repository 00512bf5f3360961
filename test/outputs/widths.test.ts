import { expect, test } from '@jest/globals'
import { noStyle } from '../../src/lib/cli/terminal/style.ts'
import { Table } from '../../src/lib/cli/terminal/table.ts'
import { globalTarget, nodeTarget } from '../../src/lib/documents/target.ts'
import { documentsView } from '../../src/lib/fleet/list/documents-view.ts'
import { listDocuments } from '../../src/lib/fleet/list/list-documents.ts'
import { describeSource } from '../../src/lib/fleet/source/output.ts'
import { sourceOf } from '../../src/lib/fleet/source/source.ts'
import { nodeStatusView } from '../../src/lib/fleet/status/node-status-view.ts'
import { readStatuses } from '../../src/lib/fleet/status/read-statuses.ts'
import type { View } from '../../src/lib/output/view.ts'
import { sizesView } from '../../src/lib/sizes/list/sizes-view.ts'
import { survey } from '../../src/lib/sizes/resize/survey.ts'
import { clusterOf, limits, put } from '../lib/cluster/clusters.ts'
import { pushTo } from '../lib/fleet/push/pushes.ts'
import { report, stored } from '../lib/fleet/status/reports.ts'

const columns = 80
/** As kubeadm, kind and the managed clouds name nodes; EKS uses longer names, and their rows are longer. */
const names = ['node-a', 'kind-control-plane', 'aks-pool1-34259891-vmss0', 'gke-prod-pool1-9f3c2d-x7kf']

/** With documents in all states that have long words. */
async function withDocuments() {
  const world = clusterOf(...names.map((name) => ({ name })))
  for (const name of names) await pushTo(world, 'maxPods: 50\n', { targets: [nodeTarget(name)] })
  await pushTo(world, 'maxPods: 50\n', { targets: [globalTarget] })
  put(world, nodeTarget('kind-control-plane'), 'maxPods: 1\n')
  return world
}

function longest(text: string): number {
  return Math.max(...text.split('\n').map(({ length }) => length))
}
const tableOf = <Row>(view: View<Row>, rows: readonly Row[]): string =>
  new Table(view.columns, { style: noStyle }).print(rows)

test('list fits 80 columns', async () => {
  using world = await withDocuments()
  const { rows } = await listDocuments(world.cluster, limits)
  expect(rows).toHaveLength(names.length + 1)
  expect(
    longest(
      tableOf(
        documentsView(() => world.clock.now()),
        rows,
      ),
    ),
  ).toBeLessThanOrEqual(columns)
})

test('nodesize get fits 80 columns', async () => {
  using world = await withDocuments()
  const { sizes } = await survey(world.cluster, { by: 'all' }, limits)
  expect(sizes).toHaveLength(names.length)
  expect(longest(tableOf(sizesView, sizes))).toBeLessThanOrEqual(columns)
})

test('status fits 80 columns', async () => {
  using world = await withDocuments()
  for (const name of names) {
    const assigned = await stored(world, nodeTarget(name))
    report(world, name, { phase: 'RollingBack', assigned, active: assigned })
  }
  const { rows } = await readStatuses(world.cluster, { by: 'all' }, limits)
  expect(rows).toHaveLength(names.length)
  const view = nodeStatusView(() => world.clock.now())
  expect(longest(tableOf(view, rows))).toBeLessThanOrEqual(columns)
})

test.each(names)('source fits 80 columns for %s, except for the message of a finding', async (name) => {
  using world = await withDocuments()
  const text = describeSource(await sourceOf(world.cluster, name, limits))
  expect(longest(text.replaceAll(/^ {2}unusable: .*$/gm, ''))).toBeLessThanOrEqual(columns)
})
