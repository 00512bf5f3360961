import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runBin } from '../support/run-bin.ts'
import { runHosted } from '../support/run-hosted.ts'
import { runOnTerminal } from '../support/run-on-terminal.ts'
import { type SandboxWithAgents, startSandboxWithAgents } from './sandbox-with-agents.ts'

/** A rollout as a user sees it: agents that do what they are told, and a kubelet that is down. */
let world: SandboxWithAgents

const policy = join(tmpdir(), `rollout-policy-${process.pid}.yaml`)
writeFileSync(
  policy,
  `apiVersion: kubeletcfg.dev/v1alpha1
kind: RolloutPolicy
waves: [{nodes: [node-a]}, 100%]
soak: 1s
maxUnavailable: 2
nodeDeadline: 10m
onFailure: pause
`,
)

beforeAll(async () => {
  world = await startSandboxWithAgents(2, [{ kind: 'kubelet-down', node: 'node-b' }])
  expect(await run(`set-policy -f ${policy}`)).toMatchObject({ exit: 0 })
}, 60_000)
afterAll(async () => world[Symbol.asyncDispose]())

const run = (words: string) => runHosted(['kubeletcfg', 'rollout', ...words.split(' ')], { env: world.env })

const documentOf = (qps: number): string =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nregistryPullQPS: ${qps}\n`
const push = (qps: number) =>
  runHosted('kubeletcfg push -f - --global --yes --quiet'.split(' '), { env: world.env, input: documentOf(qps) })

test('a wait that nobody moves says so at once, and Ctrl-C ends it', async () => {
  await push(11)
  const ran = await runBin('kubeletcfg rollout status --wait'.split(' '), {
    env: world.env,
    onOutput: ({ stderr, pid }) => stderr.includes('rollout run') && process.kill(pid, 'SIGINT'),
  })
  expect(ran).toMatchObject({
    exit: 130,
    stdout: expect.stringContaining('nothing is rolled out'),
    stderr: expect.stringContaining('error: stopped waiting; the rollout stays as it is\n'),
  })
  expect(ran.stderr).toContain('it can go on: kubeletcfg rollout run\n')
})

test('a terminal gets bars until Ctrl-C, and a wait ends where a person has to act', async () => {
  const watched = runOnTerminal('kubeletcfg rollout status --watch --no-color', {
    env: { ...world.env, LANG: 'C.UTF-8' },
    columns: 80,
    onShown: ({ shown, pid }) => shown.includes('\npaused: ') && process.kill(pid, 'SIGINT'),
  })
  const [waited] = await Promise.all(
    ['status --wait --timeout=50s', 'run --timeout=50s'].map((words) =>
      runBin(['kubeletcfg', 'rollout', ...words.split(' ')], { env: world.env }),
    ),
  )
  expect(waited).toMatchObject({
    exit: 7,
    stdout: expect.stringMatching(/^Paused: revision 1 instead of no document, /),
    stderr: expect.stringMatching(
      /\n {2}node-b failed: .*\n(?:.*\n)*error: the rollout is not done: paused: node node-b failed: /,
    ),
  })
  const { shown, exit } = await watched
  expect(exit).toBe(130)
  expect(shown).toMatch(/ {2}node-a {2}█{24} {2}1 of 1 well\n/)
  expect(shown).toMatch(/ {2}100% {4}█{12}×{12} {2}1 of 2 well, 1 failed\n/)
  expect((await run('history --no-headers')).stdout).toMatch(/^revision 1 {3}Paused .*node node-b failed: .*\n$/)
  expect((await run('show desired --quiet')).stdout).toBe(documentOf(11))
}, 60_000)
