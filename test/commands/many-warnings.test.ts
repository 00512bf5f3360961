import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { agent } from '../../src/lib/names.ts'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { requestOf } from '../contract/sandbox-subject.ts'
import { runHosted } from '../support/run-hosted.ts'

let sandbox: RunningSandbox
let nodes: readonly string[]

beforeAll(async () => {
  sandbox = await startSandbox({ nodes: 52 })
  const { body } = sandbox.sandbox.handle(requestOf({ method: 'GET', path: '/api/v1/nodes' })) as unknown as {
    body: { items: { metadata: { name: string } }[] }
  }
  nodes = body.items.map(({ metadata }) => metadata.name)
  const local = { source: 'local' }
  const report = {
    ...{ apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'AgentReport', phase: 'Frozen', since: '2026-11-22T08:00:00Z' },
    ...{ active: local, lastKnownGood: local, kubeletVersion: 'v1.36.3', optOut: { by: 'file', mode: 'freeze' } },
  }
  const annotations = { [agent.annotation.status]: JSON.stringify(report) }
  for (const node of nodes)
    sandbox.sandbox.handle(
      requestOf({
        ...{ method: 'PATCH', path: `/api/v1/nodes/${node}`, body: { metadata: { annotations } } },
        contentType: 'application/merge-patch+json',
      }),
    )
})
afterAll(() => sandbox.close())

test.each([
  [50, 'warning: node/node-'],
  [51, 'warning: 1 more warning not shown'],
  [52, 'warning: 2 more warnings not shown'],
])('of the warnings about %d nodes, 50 are printed and the others counted', async (count, last) => {
  const { stderr, exit } = await runHosted(
    ['kubeletcfg', 'opt-in', ...nodes.slice(0, count), '--dry-run=client', '--output=json'],
    { env: { KUBECONFIG: sandbox.kubeconfig } },
  )
  const warnings = stderr.split('\n').filter((line) => line.startsWith('warning: '))
  expect([exit, warnings.length]).toEqual([0, Math.min(count, 51)])
  expect(warnings.at(-1)).toContain(last)
})
