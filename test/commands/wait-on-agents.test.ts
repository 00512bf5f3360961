import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runHosted } from '../support/run-hosted.ts'
import { type SandboxWithAgents, startSandboxWithAgents } from './sandbox-with-agents.ts'

/** Each command that waits, on agents that do what it waits for, and on a kubelet that is down. */
let world: SandboxWithAgents

beforeAll(async () => {
  world = await startSandboxWithAgents(2, [{ kind: 'kubelet-down', node: 'node-b' }])
}, 60_000)
afterAll(async () => world[Symbol.asyncDispose]())

const documentOf = (qps: number): string =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nregistryPullQPS: ${qps}\n`

const run = (words: string, input = '') =>
  runHosted(['kubeletcfg', ...words.split(' '), '--wait'], { env: world.env, input })
const write = (words: string, input = '') => run(`${words} --yes --timeout=50s`, input)

test('push, rollback, delete and opt-out wait until the kubelet runs what they are for', async () => {
  expect(await write('push -f - --node=node-a', documentOf(11))).toMatchObject({ exit: 0 })
  expect(world.qpsOn('node-a')).toBe(11)
  expect(await write('push -f - --node=node-a', documentOf(12))).toMatchObject({ exit: 0 })
  expect(world.qpsOn('node-a')).toBe(12)
  const back = await write('rollback --node=node-a')
  expect(back).toMatchObject({ exit: 0, stderr: expect.stringContaining('node/node-a: Good\n') })
  expect(world.qpsOn('node-a')).toBe(11)
  expect(await run('status node-a --timeout=50s')).toMatchObject({ exit: 0 })
  expect(await write('opt-out node-a --mode=local')).toMatchObject({ exit: 0 })
  expect(world.qpsOn('node-a')).toBe(5)
  expect(await write('opt-in node-a')).toMatchObject({ exit: 0 })
  expect(world.qpsOn('node-a')).toBe(11)
  expect(await write('delete --node=node-a')).toMatchObject({ exit: 0 })
  expect(world.qpsOn('node-a')).toBe(5)
}, 120_000)

test('a kubelet that is down is no success, and no other is blamed', async () => {
  const isDown = (what: string) => ({
    exit: 9,
    stderr: expect.stringMatching(`error: ${what}\n  node/node-b: .* \\(HealthzNotAnswered\\)\n`),
  })
  const one = '1 of 2 kubelets do not run'
  expect(await write('push -f - --global', documentOf(13))).toMatchObject(
    isDown(`the documents are stored, but ${one} them`),
  )
  expect(await run('status --timeout=50s')).toMatchObject(isDown(`${one} their documents`))
  expect(await write('push -f - --global', documentOf(14))).toMatchObject(
    isDown(`the documents are stored, but ${one} them`),
  )
  expect(await write('rollback --global --to=1')).toMatchObject(isDown(`the documents are stored, but ${one} them`))
  expect(world.qpsOn('node-a')).toBe(13)
}, 120_000)
