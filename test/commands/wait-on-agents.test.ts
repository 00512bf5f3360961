import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SimulatedAgents, startSimulatedAgents } from '../../src/lib/agent-world/simulated-agents.ts'
import { adviceOf as words } from '../../src/lib/words/describe.ts'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { runHosted } from '../support/run-hosted.ts'

/** Each command that waits, on agents that do what it waits for, and on a kubelet that is down. */
let sandbox: RunningSandbox
let agents: SimulatedAgents
let env: { KUBECONFIG: string }
const end = new AbortController()
const faults = [{ kind: 'kubelet-down', node: 'node-b' }] as const

beforeAll(async () => {
  sandbox = await startSandbox({ nodes: 2 })
  env = { KUBECONFIG: sandbox.kubeconfig }
  agents = await startSimulatedAgents({ kubeconfig: sandbox.kubeconfig, trialMs: 20_000, words, faults }, end.signal)
}, 60_000)
afterAll(async () => {
  await agents[Symbol.asyncDispose]()
  await sandbox.close()
})

const documentOf = (qps: number, more = ''): string =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nregistryPullQPS: ${qps}\n${more}`

const run = (words: string, input = '') => runHosted(['kubeletcfg', ...words.split(' '), '--wait'], { env, input })
const write = (words: string, input = '') => run(`${words} --yes --timeout=50s`, input)

/** The kubelet's own word; undefined: it does not run. */
const qpsOn = (node: string): number | undefined =>
  (agents.configz(node) as { kubeletconfig?: { registryPullQPS: number } } | undefined)?.kubeletconfig?.registryPullQPS

test('push, rollback, delete and opt-out wait until the kubelet runs what they are for', async () => {
  expect(await write('push -f - --node=node-a', documentOf(11))).toMatchObject({ exit: 0 })
  expect(qpsOn('node-a')).toBe(11)
  expect(await write('push -f - --node=node-a', documentOf(12))).toMatchObject({ exit: 0 })
  expect(qpsOn('node-a')).toBe(12)
  const back = await write('rollback --node=node-a')
  expect(back).toMatchObject({ exit: 0, stderr: expect.stringContaining('node/node-a: Good\n') })
  expect(qpsOn('node-a')).toBe(11)
  expect(await run('status node-a --timeout=50s')).toMatchObject({ exit: 0 })
  expect(await write('opt-out node-a --mode=local')).toMatchObject({ exit: 0 })
  expect(qpsOn('node-a')).toBe(5)
  expect(await write('opt-in node-a')).toMatchObject({ exit: 0 })
  expect(qpsOn('node-a')).toBe(11)
  expect(await write('delete --node=node-a')).toMatchObject({ exit: 0 })
  expect(qpsOn('node-a')).toBe(5)
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
  expect(qpsOn('node-a')).toBe(13)
}, 120_000)
