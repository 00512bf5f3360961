import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { withFields } from '../configuration.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { until } from '../until.ts'
import {
  configz,
  installAgents,
  kubeletStarts,
  removeManifests,
  store,
  unstore,
  untilPhase,
  untilReport,
} from './installed-agent.ts'
import { configPath } from './kubelet-run.ts'
import { pidsOn, startPods } from './pods.ts'

let nodes: readonly string[]
let own: ReadonlyMap<string, string>
let before: ReadonlyMap<string, readonly number[]>

const perNode = async <Result>(look: (node: string) => Promise<Result>): Promise<ReadonlyMap<string, Result>> =>
  new Map(await Promise.all(nodes.map(async (node) => [node, await look(node)] as const)))

beforeAll(async () => {
  const made = await Promise.all([makeNode({ layout: 'kubeadm' }), makeNode({ layout: 'kubeadm' })])
  nodes = made.map(({ name }) => name)
  own = await perNode((node) => onNode(node, ['cat', configPath]))
  await Promise.all(nodes.map(startPods))
  before = await perNode(pidsOn)
  await installAgents(nodes)
}, 240_000)

afterEach(async () => {
  expect(await perNode(pidsOn)).toEqual(before)
})

afterAll(async () => {
  for (const name of ['global', ...nodes]) await unstore(name)
  await removeNodes()
  await removeManifests()
})

const textWith = (node: string, fields: string): string => withFields(own.get(node)!, fields)
const logFilesOf = async (node: string): Promise<unknown> => (await configz(node))['containerLogMaxFiles']
const push = (args: readonly string[], text: string) =>
  kubeletcfg(['push', '--filename=-', '--yes', ...args], { input: text })

test('a document for all nodes reaches every kubelet, and is good after its trial', async () => {
  const [first = ''] = nodes
  const starts = await perNode(kubeletStarts)
  const ran = await push(['--global'], textWith(first, 'containerLogMaxFiles: 50'))
  expect(ran).toMatchObject({ exit: 0 })
  for (const node of nodes) {
    const report = await untilPhase(node, 'Good')
    expect(report).toMatchObject({ assigned: { source: 'global' }, active: { source: 'global' } })
    expect(report.lastKnownGood).toEqual(report.active)
    expect(await logFilesOf(node)).toBe(50)
    expect(await kubeletStarts(node)).toBe(starts.get(node)! + 1)
  }
})

test('comments, order and spelling restart nothing', async () => {
  const [node = ''] = nodes
  const starts = await perNode(kubeletStarts)
  const lines = textWith(node, 'containerLogMaxFiles: 50')
    .trimEnd()
    .split(/\n(?=[^\s-])/)
  await store('global', `# the same\n${lines.toReversed().join('\n')}\n`)
  const isSeen = async (): Promise<boolean> => (await untilPhase(node, 'Good')).assigned?.source === 'global'
  await until(isSeen, 'the agent has lost the document')
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  expect(await perNode(kubeletStarts)).toEqual(starts)
})

test('the document of a node wins, and the other nodes keep theirs', async () => {
  const [first = '', second = ''] = nodes
  const ran = await push(['--node', first, '--wait', '--timeout=100s'], textWith(first, 'containerLogMaxFiles: 40'))
  expect(ran).toMatchObject({ exit: 0 })
  await untilReport(
    first,
    ({ phase, active }) => phase === 'Good' && active.source === 'node',
    'not the document of the node',
  )
  expect(await logFilesOf(first)).toBe(40)
  expect(await logFilesOf(second)).toBe(50)
})

test('of several documents within seconds only the last is applied, by one restart', async () => {
  const [first = ''] = nodes
  const starts = await kubeletStarts(first)
  for (const logFiles of [41, 42, 43, 44]) await store(first, textWith(first, `containerLogMaxFiles: ${logFiles}`))
  await until(async () => (await logFilesOf(first)) === 44, 'the last is not applied')
  await untilPhase(first, 'Good')
  expect(await kubeletStarts(first)).toBe(starts + 1)
})

describe('what is deleted', () => {
  test('gives the node back to the document for all', async () => {
    const [first = ''] = nodes
    await unstore(first)
    await untilReport(
      first,
      ({ phase, active }) => phase === 'Good' && active.source === 'global',
      'not the global one',
      150_000,
    )
    expect(await logFilesOf(first)).toBe(50)
  }, 180_000)

  test('gives the nodes back to their own files, byte for byte', async () => {
    await unstore('global')
    await Promise.all(
      nodes.map((node) => untilReport(node, ({ phase }) => phase === 'Idle', 'not its own files', 150_000)),
    )
    expect(await perNode((node) => onNode(node, ['cat', configPath]))).toEqual(own)
    expect([...(await perNode(logFilesOf)).values()]).toEqual([5, 5])
  }, 180_000)
})
