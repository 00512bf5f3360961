import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pMap from 'p-map'
import { startRealSide } from '../../contract/real-subject.ts'
import { good } from '../../contract/requests.ts'
import type { Side } from '../../contract/subject.ts'
import { answer, namesOf, patient, tab } from '../tab.ts'

const count = 5_000
const fleet = Array.from({ length: count }, (_, index) => `fleet-${String(index).padStart(4, '0')}`)
const labels = { 'test.kubeletcfg.dev/fleet': 'true' }
const ofFleet = { path: '/api/v1/nodes', query: { labelSelector: 'test.kubeletcfg.dev/fleet=true' } }
const counter = join(import.meta.dirname, 'count-requests.js')

let side: Side

beforeAll(async () => {
  side = await startRealSide()
  const create = async (name: string) =>
    good(await side.request({ method: 'POST', path: '/api/v1/nodes', body: { metadata: { name, labels } } }))
  await pMap(fleet, create, { concurrency: 20 })
}, 300_000)

afterAll(async () => {
  good(await side.request({ method: 'DELETE', ...ofFleet }))
  await side.close()
  expect(await namesOf('nodes')).toEqual(['node-a', 'node-b'])
}, 300_000)

test('all of 5,000 nodes are offered', async () => {
  expect(await tab('nodesize -- set fleet-')).toMatchObject(answer(...fleet))
  expect(await tab('nodesize -- set fleet-123')).toMatchObject(answer(...fleet.slice(1230, 1240)))
})

test('completion of them takes one request', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'completion-'))
  const REQUESTS_TO = join(folder.path, 'requests')
  const env = { ...patient, NODE_OPTIONS: `--import=${counter}`, REQUESTS_TO }
  expect(await tab('nodesize -- set fleet-', env)).toMatchObject({ stderr: '', exit: 0 })
  expect((await readFile(REQUESTS_TO, 'utf8')).match(/\n/g)).toHaveLength(1)
})
