import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { agent } from '../../src/lib/names.ts'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { requestOf } from '../contract/sandbox-subject.ts'
import { runBin } from '../support/run-bin.ts'
import { runHosted } from '../support/run-hosted.ts'

let sandbox: RunningSandbox
let env: { KUBECONFIG: string }

beforeAll(async () => {
  sandbox = await startSandbox({ nodes: 1 })
  env = { KUBECONFIG: sandbox.kubeconfig }
  for (const [path, body] of reportOf('node-a'))
    sandbox.sandbox.handle(
      requestOf({ method: 'PATCH', path, body, contentType: 'application/strategic-merge-patch+json' }),
    )
})
afterAll(() => sandbox.close())

/** An agent that has read nothing yet. */
function reportOf(node: string): readonly (readonly [string, object])[] {
  const [path, at] = [`/api/v1/nodes/${node}`, new Date().toISOString()]
  const local = { source: 'local' }
  const report = {
    ...{ apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'AgentReport', phase: 'Resolving', since: at },
    ...{ active: local, lastKnownGood: local, kubeletVersion: 'v1.36.3' },
  }
  const condition = { type: agent.condition, status: 'Unknown', lastHeartbeatTime: at }
  return [
    [path, { metadata: { annotations: { [agent.annotation.status]: JSON.stringify(report) } } }],
    [`${path}/status`, { status: { conditions: [condition] } }],
  ]
}

const input = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 50\n'
const command = ['kubeletcfg', 'push', '-f', '-', '--global', '--yes', '--quiet', '--wait']

test.each([
  ['Ctrl-C', 'SIGINT', 130],
  ['SIGTERM', 'SIGTERM', 143],
] as const)('%s ends the wait, not the push', async (_, signal, exit) => {
  const ran = await runBin(
    command.filter((word) => word !== '--quiet'),
    { env, input, onOutput: ({ stderr, pid }) => stderr.includes('node-a: Resolving') && process.kill(pid, signal) },
  )
  expect(ran).toMatchObject({
    stdout: expect.stringMatching(/^configmap\/global-kubelet-configuration (?:created|unchanged) /),
    stderr: expect.stringContaining('stopped waiting for 1 of 1 kubelets; the documents are stored'),
    exit,
  })
  expect(ran.stderr).toContain('  node/node-a: its state is Resolving\n')
  expect((await runHosted(['kubeletcfg', 'get', '--global', '--quiet'], { env })).stdout).toBe(input)
})

test('a wait that nobody ends is over after --timeout', async () => {
  const ran = await runHosted([...command, '--timeout=1s'], { env, input })
  expect(ran).toMatchObject({ exit: 7, stderr: expect.stringContaining('its state is Resolving') })
})
