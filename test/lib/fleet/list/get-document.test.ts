import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { nodeTarget, type WantedTargets } from '../../../../src/lib/documents/target.ts'
import { getDocument, getDocuments } from '../../../../src/lib/fleet/list/get-document.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits, put } from '../../cluster/clusters.ts'
import { header, pushTo } from '../push/pushes.ts'

const nodeA = nodeTarget('node-a')
const subject = { kind: 'ConfigMap', name: 'node-a-kubelet-configuration' }
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})
afterEach(() => world[Symbol.dispose]())

const get = () => getDocument(world.cluster, nodeA, limits)

test('what is stored is returned to the letter, even if no kubelet could read it', async () => {
  const body = '# mine\r\nmaxPods: [ \u{1F600}'
  put(world, nodeA, body)
  expect(await get()).toMatchObject({ body, inspection: { flaw: { reason: 'UnusableDocument' } }, warnings: [] })
})

test('what was edited after a push is returned with a warning', async () => {
  await pushTo(world, 'maxPods: 50\n')
  expect((await get()).warnings).toEqual([])
  put(world, nodeA, `${header}maxPods: 60\n`, await keepingAnnotations())
  expect(await get()).toMatchObject({
    body: `${header}maxPods: 60\n`,
    warnings: [{ reason: 'EditedByHand', subject, lastWrite: { manager: 'kubectl-edit' }, lastPush: { revision: 1 } }],
  })
})

/** An edit leaves the annotations as the push made them. */
async function keepingAnnotations(): Promise<object> {
  const path = '/api/v1/namespaces/kube-system/configmaps/node-a-kubelet-configuration'
  const { metadata } = world.asAdmin<{ metadata: object }>({ method: 'GET', path })
  return { metadata }
}

test('what is not there is an error', async () => {
  await expect(get()).rejects.toMatchObject({ code: 'invalid', fact: { reason: 'DocumentNotFound', subject } })
})

test.each([
  ['without the key', {}, 'KeyMissing'],
  ['with the key in binaryData', { data: {}, binaryData: { kubelet: 'AAAA' } }, 'KeyInBinaryData'],
])('what is stored %s is an error', async (_, contents, reason) => {
  put(world, nodeA, undefined, contents)
  await expect(get()).rejects.toMatchObject({
    code: 'invalid',
    fact: { reason: 'DocumentWithoutText', subject, because: { reason } },
  })
})

describe('several documents', () => {
  const [a, b, c] = ['node-a', 'node-b', 'node-c'].map(nodeTarget)
  const big = { pool: 'big' }
  let fleet: InProcess
  beforeEach(() => {
    fleet = clusterOf({ labels: big }, { name: 'node-b' }, { name: 'node-c', labels: big })
    put(fleet, a!, `${header}maxPods: 1\n`)
  })
  afterEach(() => fleet[Symbol.dispose]())

  async function found(wanted: WantedTargets): Promise<readonly string[]> {
    const { rows, failures } = await getDocuments(fleet.cluster, wanted, limits)
    return [
      ...rows.map(({ inspection }) => inspection.stored.name),
      ...failures.map((one) => `${one.code} ${one.reason}`),
    ]
  }
  const ofA = 'node-a-kubelet-configuration'
  const ofC = 'node-c-kubelet-configuration'

  test('come in the order of the targets, and what is missing does not hide them', async () => {
    put(fleet, c!, `${header}maxPods: 3\n`)
    expect(await found([c!, nodeTarget('node-z'), b!, a!])).toEqual([
      ...[ofC, ofA],
      ...['invalid DocumentNotFound', 'invalid DocumentNotFound'],
    ])
  })

  test('of labels are those that are there', async () => {
    expect(await found({ selector: 'pool=big' })).toEqual([ofA])
    put(fleet, c!, undefined)
    expect(await found({ selector: 'pool=big' })).toEqual([ofA, 'invalid DocumentWithoutText'])
  })

  test.each([
    ['no node has', 'pool=small', { reason: 'NoNodeMatches', selector: 'pool=small' }],
    ['only nodes have that have no document', '!pool', { reason: 'NoDocumentSelected', selector: '!pool' }],
  ])('of labels that %s are an error', async (_, selector, fact) => {
    await expect(found({ selector })).rejects.toMatchObject({ code: 'invalid', fact })
  })

  test('many are one list', async () => {
    const many = Array.from({ length: 11 }, (_, i) => nodeTarget(`node-${String.fromCharCode(97 + i)}`))
    const before = fleet.sent.length
    expect(await found(many)).toEqual([ofA, ...Array.from({ length: 10 }, () => 'invalid DocumentNotFound')])
    expect(fleet.sent.slice(before).map(({ path }) => path)).toEqual(['/api/v1/namespaces/kube-system/configmaps'])
  })

  test('are read by name by who may not list them, and one that may not be read does not hide the others', async () => {
    put(fleet, c!, `${header}maxPods: 3\n`)
    fleet.mishap = ({ path }) => (/configmaps(\/node-a.*)?$/.test(path) ? forbidden('forbidden') : undefined)
    expect(await found({ selector: 'pool=big' })).toEqual([ofC, 'refused AccessDenied'])
  })

  test('an API server that does not answer is one failure', async () => {
    fleet.mishap = ({ path }) => (path.includes('configmaps') ? { kind: 'silence' } : undefined)
    await expect(found([a!, b!])).rejects.toMatchObject({ code: 'unreachable' })
  })
})
