import { expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { listDocuments } from '../../../../src/lib/fleet/list/list-documents.ts'
import { documentStatus, problemOf, rowData } from '../../../../src/lib/fleet/list/output.ts'
import { applied, clusterOf, forbidden, limits, put } from '../../cluster/clusters.ts'
import { header } from '../push/pushes.ts'

const gate = `${header}featureGates: {KubeletCrashLoopBackOffMax: true}\n`

const listWith = (...versions: string[]) => {
  const world = clusterOf(...versions.map((kubeletVersion, i) => ({ name: `node-${i}`, kubeletVersion })))
  put(world, nodeTarget('extra'), header)
  put(world, globalTarget, gate)
  return listDocuments(world.cluster, limits)
}

test('the global document comes first', async () => {
  expect((await listWith()).rows.map(({ inspection }) => inspection.stored.target.kind)).toEqual(['global', 'node'])
})

test.each([
  ['no node', [], 'made by hand, no nodes', ''],
  ['nodes that can', ['v1.36.0'], 'made by hand, no agent', ''],
  [
    'one of three that cannot',
    ['v1.31.4', 'v1.34.2+k3s1', 'v1.36.0'],
    'unusable on 1 of 3, 3 without agent',
    '1.31: line 3: featureGates',
  ],
  ['two that cannot', ['v1.30.4', 'v1.31.2'], 'unusable', 'line 3: featureGates'],
])('a document is judged for its nodes: %s', async (_, versions, status, problem) => {
  const [global] = (await listWith(...versions)).rows
  expect(documentStatus(global!)).toBe(status)
  expect(problemOf(global!)?.slice(0, problem.length) ?? '').toBe(problem)
})

test('data names the nodes that cannot use it', async () => {
  const [global] = (await listWith('v1.31.4', 'v1.36.0')).rows
  expect(rowData(global!)).toMatchObject({
    problem: null,
    nodes: ['node-0', 'node-1'],
    unusableOn: [{ kubernetesVersion: '1.31', nodes: ['node-0'], problem: expect.stringMatching(/^line 3: /) }],
  })
})

test('who may not list nodes sees the documents, without whom they reach', async () => {
  using world = clusterOf({})
  put(world, nodeTarget('node-a'), header)
  world.mishap = ({ path }) => (path.startsWith('/api/v1/nodes') ? forbidden('nodes is forbidden') : undefined)
  expect(await listDocuments(world.cluster, limits)).toMatchObject({
    rows: [{ nodes: undefined, nodeExists: undefined, unusableOn: [] }],
    warnings: [{ reason: 'NodesNotVisible', because: { reason: 'AccessDenied' } }],
  })
})

test('the status of a document names its trouble, and a node that is missing', async () => {
  using world = clusterOf({})
  put(world, nodeTarget('node-z'), header)
  const [row] = (await listDocuments(world.cluster, limits)).rows
  expect(documentStatus(row!)).toBe('made by hand, node missing')
  applied(world, nodeTarget('node-z'), header)
  const [kept] = (await listDocuments(world.cluster, limits)).rows
  expect(documentStatus(kept!)).toBe('node missing')
})
