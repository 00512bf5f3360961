import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Api } from '../api.ts'
import { nodesize } from '../commands.ts'
import { kubectl } from '../kubectl.ts'
import { image } from '../nodesize/installation.ts'
import { until } from '../until.ts'
import { empty, fill, startControllers, stopControllers } from './fill.ts'
import { startKubelets } from './kubelets.ts'
import { label, nodeName, poolLabel } from './objects.ts'

/** 3,000 pods of workloads, in pages of 500. */
const fleet = { nodes: 100, podsPerNode: 30 }
/** With balloons, and the few pods of the cluster itself. */
const podPages = 7
/** Of 100 nodes in 16 pools. */
const inPool = 7
const counter = join(import.meta.dirname, 'count-requests.js')

let api: Api
let kubelets: AsyncDisposable
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scale-'))
  expect(await nodesize(['install', '--yes', '--all-nodes', '--wait', image])).toMatchObject({ exit: 0 })
  await stopControllers()
  api = await Api.open()
  await fill(api, fleet)
  kubelets = await startKubelets(api, nodeName(0).slice(0, -5))
}, 300_000)

afterAll(async () => {
  await kubelets[Symbol.asyncDispose]()
  await empty(api)
  api[Symbol.dispose]()
  startControllers()
  await until(async () => !(await kubectl(['get', 'pods', '-A', '-o', 'name'])).includes('scale'), 'pods are left')
  expect(await nodesize(['uninstall', '--yes'])).toMatchObject({ exit: 0 })
  await rm(folder, { recursive: true })
}, 300_000)

interface Asked {
  readonly exit: number | null
  /** METHOD and path of each request. */
  readonly requests: readonly string[]
}

async function asked(...args: readonly string[]): Promise<Asked> {
  const log = join(folder, 'requests')
  const env = { NODE_OPTIONS: `--import=${counter}`, REQUESTS_TO: log }
  const { exit, stderr } = await nodesize(args, { env })
  if (exit !== 0) throw new Error(stderr)
  return { exit, requests: (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '') }
}

/** Of the list of the pods of all nodes. */
const pagesOf = ({ requests }: Asked): number =>
  requests.filter((request) => request.startsWith('GET /api/v1/pods?fieldSelector=spec.nodeName%21%3D')).length

async function sizesFile(nodeSelector: object, cpu: string): Promise<string> {
  const path = join(folder, 'sizes.json')
  const sizes = [{ nodeSelector, cpu }]
  await writeFile(path, JSON.stringify({ apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'NodeSizeConfiguration', sizes }))
  return path
}

test('one node costs as many requests as in a small cluster', async () => {
  expect((await asked('get', nodeName(7))).requests).toHaveLength(4)
  expect((await asked('set', nodeName(7), '--cpu', '40')).requests.length).toBeLessThan(20)
})

test.each([
  ['get', 6],
  ['top', 8],
] as const)('all nodes are read in one pass over the pods: %s', async (command, others) => {
  const all = await asked(command)
  expect(pagesOf(all)).toBe(podPages)
  expect(all.requests.length - podPages).toBeLessThan(others)
})

test('apply reads the pods of few nodes one by one, and asks each node that it resizes the same few things', async () => {
  const file = await sizesFile({ [poolLabel]: 'pool-3' }, '32')
  const plan = await asked('apply', '-f', file, '--dry-run=client')
  expect(pagesOf(plan)).toBe(0)
  expect(plan.requests.length).toBeLessThan(inPool + 8)
  const real = await asked('apply', '-f', file)
  expect(pagesOf(real)).toBe(0)
  expect(real.requests.length - plan.requests.length).toBeLessThan(24 * inPool)
})

test('apply to all nodes reads the pods once', async () => {
  const plan = await asked('apply', '-f', await sizesFile({ [label.key]: label.value }, '32'), '--dry-run=client')
  expect(pagesOf(plan)).toBe(podPages)
  expect(plan.requests.length - podPages).toBeLessThan(8)
})

test('reconcile reads all once, when there is nothing to do', async () => {
  const { requests, ...ran } = await asked('reconcile', '--once')
  expect(pagesOf({ requests, ...ran })).toBe(podPages)
  expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([])
  expect(requests.length - podPages).toBeLessThan(24)
})
