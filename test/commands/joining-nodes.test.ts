import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ask } from '../sandbox/client.ts'
import { runHosted } from '../support/run-hosted.ts'
import { type SandboxWithAgents, startSandboxWithAgents } from './sandbox-with-agents.ts'

let world: SandboxWithAgents

beforeAll(async () => {
  world = await startSandboxWithAgents(1, [])
}, 60_000)
afterAll(async () => world[Symbol.asyncDispose]())

const text = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nregistryPullQPS: 11\n'
const nodes = '/api/v1/nodes'

/** As an autoscaler would: a node like the first one. */
async function join(name: string): Promise<void> {
  const { body } = await ask(world.sandbox, `${nodes}/node-a`)
  const { apiVersion, kind, spec, status } = body
  const metadata = { name, labels: { ...body.metadata.labels, 'kubernetes.io/hostname': name } }
  const joined = JSON.stringify({ apiVersion, kind, metadata, spec, status: { ...status, conditions: [] } })
  const headers = { 'content-type': 'application/json' }
  expect((await ask(world.sandbox, nodes, { method: 'POST', headers, body: joined })).status).toBe(201)
}

const leave = (name: string) => ask(world.sandbox, `${nodes}/${name}`, { method: 'DELETE' })

async function untilQps(node: string, expected: number | undefined): Promise<void> {
  const end = Date.now() + 20_000
  while (world.qpsOn(node) !== expected && Date.now() < end) await sleep(50)
  expect(world.qpsOn(node)).toBe(expected)
}

test('a node that joins gets an agent, and the document of all; one that is made anew gets another agent', async () => {
  const words = ['kubeletcfg', 'push', '-f', '-', '--global', '--yes', '--wait', '--timeout=50s']
  expect(await runHosted(words, { env: world.env, input: text })).toMatchObject({ exit: 0 })
  await join('node-z')
  await untilQps('node-z', 11)
  const status = await runHosted(['kubeletcfg', 'status', 'node-z', '-o', 'json'], { env: world.env })
  expect(JSON.parse(status.stdout).items[0]).toMatchObject({ node: 'node-z', assigned: { source: 'global' } })
  await leave('node-z')
  await untilQps('node-z', undefined)
  await join('node-z')
  await untilQps('node-z', 11)
  expect(world.qpsOn('node-a')).toBe(11)
}, 60_000)
