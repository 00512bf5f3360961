import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { fileOf } from '../support/installed.ts'
import { runBin } from '../support/run-bin.ts'
import { runHosted } from '../support/run-hosted.ts'

let sandbox: RunningSandbox
let env: { KUBECONFIG: string }

beforeAll(async () => {
  sandbox = await startSandbox({ nodes: 2 })
  env = { KUBECONFIG: sandbox.kubeconfig }
})
afterAll(() => sandbox.close())

const table = /^NODE .*\nnode-a .*\nnode-b .*\n$/

test('Ctrl-C ends a watch without a message', async () => {
  const ran = await runBin(['nodesize', 'get', '--watch'], {
    env,
    onOutput: ({ stdout, pid }) => stdout.includes('node-b') && process.kill(pid, 'SIGINT'),
  })
  expect(ran).toEqual({ stdout: expect.stringMatching(table), stderr: '', exit: 130 })
})

test('a closed pipe ends a watch without a message', async () => {
  const shell = `"$0" "$1" list --watch | head -1; echo "\${PIPESTATUS[0]}"`
  const { PATH } = process.env
  const child = spawn('bash', ['-c', shell, process.execPath, fileOf('kubeletcfg')], {
    env: { PATH, HOME: '/nonexistent', ...env },
  })
  const push = ['kubeletcfg', 'push', '-f', '-', '--global', '--yes', '--quiet']
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  // A busy machine may begin to watch late.
  for (let maxPods = 50; child.exitCode === null; maxPods++) {
    const input = `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: ${maxPods}\n`
    await runHosted(push, { env, input })
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const [stdout, stderr] = await output
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^TARGET .*\n0\n$/), stderr: '' })
})

test.each([
  ['nodesize get -w', table],
  ['kubeletcfg source node-a -w -o jsonpath={.source}', /^(?:local|global)$/],
  ['kubeletcfg source node-a node-b -w', /^node-a: .*\n\nnode-b: .*[^\n]\n$/s],
  ['kubeletcfg source -l kubernetes.io/os=linux -w -o jsonpath={.items[*].node}', /^node-a node-b$/],
])('%s ends after --request-timeout, as in kubectl', async (command, printed) => {
  const ran = await runHosted([...command.split(' '), '--request-timeout=1s'], { env })
  expect(ran).toEqual({ stdout: expect.stringMatching(printed), stderr: '', exit: 0 })
})

test('a server that does not answer is an error, not the end of a watch', async () => {
  const nobody = ['--kubeconfig=/nonexistent', '--request-timeout=1s']
  expect((await runHosted(['nodesize', 'get', '-w', ...nobody])).exit).toBe(2)
})

test.each([
  ['nodesize get --output-watch-events', '--output-watch-events requires a watch'],
  ['kubeletcfg list --output-watch-events', '--output-watch-events requires a watch'],
])('%s is a usage error', async (command, message) => {
  const { stderr, exit } = await runHosted(command.split(' '))
  expect({ stderr, exit }).toEqual({
    stderr: `error: ${message}\nhint: add --watch or --watch-only\n`,
    exit: 2,
  })
})
