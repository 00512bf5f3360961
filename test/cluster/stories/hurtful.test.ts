import { statfsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type HurtfulDocument, latePort, lostIn } from '../agent/corpus/document.ts'
import { fatalDocuments } from '../agent/corpus/fatal.ts'
import { invalidDocuments } from '../agent/corpus/invalid.ts'
import { unseenDocuments } from '../agent/corpus/unseen.ts'
import { uselessDocuments } from '../agent/corpus/useless.ts'
import { free, occupyPorts } from '../agent/hurtful-fields.ts'
import { giveRights, installAgent, removeAgents, runInstall, store, untilStored } from '../agent/installed-agent.ts'
import { configPath } from '../agent/kubelet-run.ts'
import { withFields } from '../configuration.ts'
import { watchStarts } from '../faults/kubelet.ts'
import type { Layout } from '../machine/nodes.ts'
import { onNode } from '../node.ts'
import { makeNode } from '../own-node.ts'
import { partOf } from '../part.ts'
import { prepareToDie } from './dead-agent.ts'
import { type Outcome, type TryOut, tryWithAgent, tryWithoutAgent } from './try-out.ts'

/** Of a file system (statfs(2)). */
const cgroup2 = 0x63677270
const cgroups = statfsSync('/sys/fs/cgroup').type === cgroup2 ? 'v2' : 'v1'

const all = partOf(
  [...invalidDocuments, ...fatalDocuments, ...uselessDocuments].filter(
    ({ cgroup }) => cgroup === undefined || cgroup === cgroups,
  ),
)
const unseen = partOf(unseenDocuments)
const refused = all.filter(({ agent }) => agent === 'refuses')
/** The agent moves a state file aside that would stop the kubelet, and no pod ends by that. */
const applied = all.filter(({ agent }) => agent === 'applies')
const rolledBack = all.filter(({ agent }) => agent === 'rolls back')
const useless = rolledBack.filter(({ course }) => course.kind === 'useless')
/** What no check of ours sees either, and only a kubelet of this host exits for. */
const fatal = rolledBack.filter(({ course }) => course.kind === 'fatal')
/** As many as an agent may restart its kubelet for. */
const rescued = unseen.slice(0, 4)
const isSlow = (document: HurtfulDocument): boolean => ['heartbeat', 'new-pods'].includes(`${lostIn(document)}`)
/** A plain node evicts nothing when its disk is full. */
const isForKubeadm = ({ says }: HurtfulDocument): boolean => says === 'Evicted'
const slow = useless.filter(isSlow)
const quick = [...unseen, ...useless.filter((document) => !isSlow(document) && !isForKubeadm(document))]

/** What takes turns in so many lanes. */
const dealt = (documents: readonly HurtfulDocument[], lanes: number): readonly (readonly HurtfulDocument[])[] =>
  Array.from({ length: lanes }, (_, lane) => documents.filter((_, index) => index % lanes === lane))

interface Lane {
  readonly documents: readonly HurtfulDocument[]
  readonly tryOut?: TryOut
  readonly isLong?: boolean
  readonly layout?: Layout
}

/** Documents with these hurt only where the node allows them to change. */
const allowed = [
  'containerRuntimeEndpoint',
  'imageServiceEndpoint',
  'podLogsDir',
  'tlsCertFile',
  'tlsPrivateKeyFile',
].map((field) => `--allow-unsafe=${field}`)
const flags = ['--jitter=0', '--health-deadline=30s', '--crash-threshold=2', ...allowed]
/** Longer than two starts of a kubelet on a busy host, and the looks at its pods. */
const patient = ['--trial=2m', ...flags]
/** Longer than a node controller waits for a lease, and an agent for a sandbox. */
const long = ['--trial=5m', ...flags]

/**
 * One node for each, side by side: not more of them, because a kernel gives root so many instances of inotify. An agent
 * restarts a kubelet twelve times in an hour; what is refused costs none.
 */
const allHurting: readonly Lane[] = [
  ...dealt(quick, 3).map((documents) => ({ documents })),
  { documents: rescued, tryOut: tryWithoutAgent },
  { documents: [...useless.filter(isForKubeadm), ...fatal], layout: 'kubeadm' },
  ...slow.map((document) => ({ documents: [document], isLong: true })),
]
const hurting = allHurting.filter(({ documents }) => documents.length > 0)
const harmless = dealt([...applied, ...refused], Math.min(5, hurting.length))
const lanes = hurting.map((lane, index) => ({ ...lane, before: harmless[index] ?? [] }))

/** By document; a failure is that of its test. */
const withAgent = new Map<HurtfulDocument, PromiseSettledResult<Outcome>>()
const withoutAgent: typeof withAgent = new Map()

let nodes: readonly string[] = []

beforeAll(async () => {
  nodes = (await Promise.all(lanes.map(({ layout = 'plain' }) => makeNode({ layout })))).map(({ name }) => name)
  await giveRights(nodes)
  await Promise.all(nodes.map((node, index) => run(node, lanes[index]!)))
}, 900_000)

afterAll(() => removeAgents(nodes), 120_000)

/** Between two documents, a good one: the kubelet runs it all the time. */
async function run(
  node: string,
  { before, documents, tryOut = tryWithAgent, isLong }: (typeof lanes)[number],
): Promise<void> {
  await occupyPorts(node)
  await free(node, latePort)
  await watchStarts(node)
  const good = withFields(await onNode(node, ['cat', configPath]), 'containerLogMaxFiles: 7')
  await installAgent(node, ['--trial=6s', ...flags])
  await prepareToDie(node)
  await untilStored(node, await store(node, good), 'Good')
  const tryAll = async (some: readonly HurtfulDocument[], how: TryOut): Promise<void> => {
    const outcomes = how === tryWithAgent ? withAgent : withoutAgent
    for (const document of some) {
      const [result] = await Promise.allSettled([how(node, document, good)])
      outcomes.set(document, result!)
    }
  }
  await tryAll(before, tryWithAgent)
  if (isLong) await runInstall(node, long)
  const endsPods = (document: HurtfulDocument): boolean => lostIn(document) === 'pods'
  await tryAll(
    documents.filter((document) => !endsPods(document)),
    tryOut,
  )
  const ending = documents.filter(endsPods)
  if (ending.length > 0) await runInstall(node, patient)
  await tryAll(ending, tryOut)
}

function outcomeIn(outcomes: typeof withAgent, document: HurtfulDocument): Outcome {
  const result = outcomes.get(document)
  if (result?.status === 'fulfilled') return result.value
  throw result?.reason ?? new Error('it was not tried')
}

const kept = { healthz: 'ok', goesOn: true, pidsKept: true }

/** A part may have none of them. */
const testEach = (
  documents: readonly HurtfulDocument[],
  title: string,
  run: (document: HurtfulDocument) => void,
): void => {
  if (documents.length > 0) test.each(documents)(title, run)
}

testEach(refused, 'refused, without a restart: $name', (document) => {
  expect(outcomeIn(withAgent, document)).toMatchObject({ ...kept, starts: 0, report: { phase: 'Rejected' } })
})

testEach(applied, 'applied, and no pod ends: $name', (document) => {
  expect(outcomeIn(withAgent, document)).toMatchObject({ ...kept, goesOn: false, report: { phase: 'Good' } })
})

describe('what no kubelet of this host starts with is rolled back', () => {
  testEach([...unseen, ...fatal], 'by the agent: $name', (document) => {
    expect(outcomeIn(withAgent, document)).toMatchObject({ ...kept, report: { phase: 'RolledBack' } })
  })

  testEach(rescued, 'by the rescue, while the agent is dead: $name', (document) => {
    expect(outcomeIn(withoutAgent, document)).toMatchObject({ ...kept, report: { phase: 'RolledBack' } })
  })
})

testEach(useless, 'rolled back on evidence: $name', (document) => {
  const mayEndPods = lostIn(document) === 'pods' ? {} : { pidsKept: true }
  expect(outcomeIn(withAgent, document)).toMatchObject({
    ...{ ...kept, pidsKept: expect.any(Boolean), ...mayEndPods },
    report: { phase: 'RolledBack' },
  })
})
