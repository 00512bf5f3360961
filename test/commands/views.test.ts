import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { requestOf } from '../contract/sandbox-subject.ts'
import { runHosted } from '../support/run-hosted.ts'
import { type SandboxWithAgents, startSandboxWithAgents } from './sandbox-with-agents.ts'

/** What each view claims of documents and nodes is compared with the machines and with the other views, scene after scene. */
let world: SandboxWithAgents
let env: SandboxWithAgents['env']

const faults = [
  { kind: 'agent-down', node: 'node-a' },
  { kind: 'agent-missing', node: 'node-b' },
  { kind: 'crash-loop', node: 'node-c' },
  { kind: 'drift', node: 'node-d' },
  { kind: 'kubelet-down', node: 'node-e' },
] as const
const nodes = ['node-a', 'node-b', 'node-c', 'node-d', 'node-e', 'node-f', 'node-g']
beforeAll(async () => {
  world = await startSandboxWithAgents(nodes.length, faults)
  env = world.env
}, 60_000)
afterAll(async () => world[Symbol.asyncDispose]())

interface Config {
  readonly source: string
  readonly digest: string | null
}

interface Status {
  readonly node: string
  readonly state: string
  readonly reason: string | null
  readonly source: string
  readonly upToDate: boolean | null
  readonly runs: Config | null
  readonly active: Config | null
  readonly optOut: object | null
  readonly bad: readonly { readonly digest: string }[]
}

interface Listed {
  readonly target: { readonly kind: string; readonly node?: string }
  readonly digest: string
  readonly nodes: readonly string[]
  readonly runningOn: readonly string[]
  readonly states: readonly { readonly state: string; readonly nodes: readonly string[] }[]
}

interface Revision {
  readonly target: Listed['target']
  readonly digest: string
  readonly nodes: readonly string[]
  readonly rolledBackOn: readonly string[]
  readonly body: string
}

async function view<T>(...words: readonly string[]): Promise<{ readonly exit: number | null; readonly data: T }> {
  const { stdout, exit } = await runHosted(['kubeletcfg', ...words, '--output=json'], { env })
  return { exit, data: JSON.parse(stdout) as T }
}

const statuses = async (): Promise<readonly Status[]> => (await view<{ items: readonly Status[] }>('status')).data.items

const busy = ['Resolving', 'Applying', 'Trial', 'RollingBack', 'Pending']

/** Until a kubelet has ended three times, nobody knows that it loops. */
const isLoopSeen = (rows: readonly Status[]): boolean =>
  rows.some(({ node, state }) => node === 'node-c' && ['Failing', 'DeadEnd'].includes(state))

/** Until nothing changes any more, but what waits for an agent that is down. */
async function settle(): Promise<readonly Status[]> {
  for (let turn = 0; turn < 150; turn++) {
    await sleep(200)
    const rows = await statuses()
    if (rows.every(({ state, node }) => !busy.includes(state) || node === 'node-a') && isLoopSeen(rows)) return rows
  }
  throw new Error(`it did not settle: ${JSON.stringify(await statuses())}`)
}

const sorted = (names: readonly string[]): readonly string[] => names.toSorted()
const qpsOf = (text: string): number => Number(/^registryPullQPS: (\d+)$/m.exec(text)?.[1])

const runs = ({ runs }: Status, { target, digest }: Pick<Listed, 'target' | 'digest'>): boolean =>
  runs?.source === target.kind && runs.digest === digest

const isSame = (one: Listed['target'], other: Listed['target']): boolean =>
  one.kind === other.kind && one.node === other.node

/** In these, what runs is not what the agent gave the kubelet last, or nobody knows. */
const unclear = ['Stale', 'NoAgent', 'Unreachable', 'Drifted', 'Failing', 'DeadEnd', 'Applying', 'RollingBack']
const unhealthy = ['Stale', 'NoAgent', 'Unreachable', 'Failing', 'DeadEnd']

async function compareViews(): Promise<void> {
  const rows = await settle()
  const [listed, ...histories] = await Promise.all([
    view<{ items: readonly Listed[] }>('list').then(({ data }) => data.items),
    ...['--global', '--node=node-f'].map((target) => view<{ items?: readonly Revision[] }>('history', target)),
  ])
  const revisions = histories.flatMap(({ data }) => data.items ?? [])

  for (const row of rows) {
    expect([row.node, row.runs === null]).toEqual([row.node, unclear.includes(row.state)])
    const running = row.runs && revisions.find((revision) => runs(row, revision))
    if (running) expect([row.node, world.qpsOn(row.node)]).toEqual([row.node, qpsOf(running.body)])
    if (row.runs?.source === 'local') expect([row.node, world.qpsOn(row.node)]).toEqual([row.node, usual])
  }

  for (const item of listed) {
    const meant = rows.filter(({ source, node }) =>
      item.target.kind === 'global' ? source === 'global' : source === 'node' && node === item.target.node,
    )
    expect(sorted(item.nodes)).toEqual(sorted(meant.map(({ node }) => node)))
    expect(sorted(item.runningOn)).toEqual(sorted(rows.filter((row) => runs(row, item)).map(({ node }) => node)))
    const claimed = item.states.flatMap(({ state, nodes }) => nodes.map((node) => [node, state]))
    expect(claimed.toSorted()).toEqual(meant.map(({ node, state }) => [node, state]).toSorted())
  }

  for (const revision of revisions) {
    // Of the same text that was stored twice, each node counts at one revision.
    const alike = revisions.filter(
      ({ target, digest }) => digest === revision.digest && isSame(target, revision.target),
    )
    const running = rows.filter((row) => runs(row, revision)).map(({ node }) => node)
    expect(sorted(alike.flatMap(({ nodes }) => nodes))).toEqual(sorted(running))
    expect(sorted(revision.rolledBackOn)).toEqual(
      sorted(rows.filter(({ bad }) => bad.some(({ digest }) => digest === revision.digest)).map(({ node }) => node)),
    )
  }

  for (const row of rows) {
    const { data: source } = await view<{ state: string; stateReason: string; runs: Config | null; source: string }>(
      'source',
      row.node,
    )
    const claims = { state: source.state, reason: source.stateReason, source: source.source }
    expect([row.node, claims]).toEqual([row.node, { state: row.state, reason: row.reason, source: row.source }])
    expect(source.runs?.digest ?? null).toBe(row.runs?.digest ?? null)
    const { data: found, exit } = await view<{ works: readonly { reason: string }[] }>('doctor', row.node)
    expect([row.node, row.state, exit]).toEqual([row.node, row.state, unhealthy.includes(row.state) ? 5 : 0])
    const isHeard = !['Stale', 'NoAgent'].includes(row.state)
    expect(found.works.some(({ reason }) => reason === 'AgentHeard')).toBe(isHeard)
  }
}

const usual = 5
const documentOf = (qps: number, more = ''): string =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nregistryPullQPS: ${qps}\n${more}`

const push = (target: string, text: string) =>
  runHosted(['kubeletcfg', 'push', '-f', '-', target, '--yes', '--quiet'], { env, input: text })

const editByHand = (name: string, text: string) =>
  world.sandbox.sandbox.handle(
    requestOf({
      method: 'PATCH',
      path: `/api/v1/namespaces/kube-system/configmaps/${name}`,
      body: { data: { kubelet: text } },
      contentType: 'application/strategic-merge-patch+json',
    }),
  )

/** One after the other, on the same cluster. */
const scenes: readonly (readonly [what: string, happens: () => Promise<unknown>])[] = [
  ['nothing is stored', async () => undefined],
  ['a document that says what the kubelet runs already', () => push('--node=node-f', documentOf(usual))],
  [
    'a good document for all nodes',
    async () => {
      await push('--global', documentOf(11))
      // Another program changes the file of node-d some time after its trial.
      while ((await statuses()).every(({ state }) => state !== 'Drifted')) await sleep(200)
    },
  ],
  ['a document of a node shadows it', () => push('--node=node-f', documentOf(12))],
  [
    'one node opts out before the next document',
    async () => {
      await runHosted(['kubeletcfg', 'opt-out', 'node-g', '--quiet', '--yes'], { env })
      return push('--global', documentOf(13))
    },
  ],
  ['a document that nodes roll back', () => push('--node=node-f', documentOf(14, 'contentType: text/plain\n'))],
  ['an edit by hand', async () => editByHand('global-kubelet-configuration', documentOf(15))],
  ['a document of a node is deleted', () => runHosted(['kubeletcfg', 'delete', '--node=node-f', '--yes'], { env })],
  ['the first document again', () => push('--global', documentOf(11))],
]

test.each(scenes)(
  'all views agree with the nodes when there is: %s',
  async (_, happens) => {
    await happens()
    await compareViews()
  },
  120_000,
)
