import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { runBin } from '../support/run-bin.ts'

const page = readFileSync(resolve(import.meta.dirname, '..', '..', 'docs', 'balloons.md'), 'utf8')
const block = /### kind, k3d, minikube\n[\s\S]*?```console\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
const nodes: Readonly<Record<string, string>> = {
  'kind-worker': 'node-a',
  'kind-worker2': 'node-b',
  'kind-worker3': 'node-c',
}

/** As typed in a sandbox. What runs until Ctrl-C gets it after some seconds. */
const commands = block
  .split('\n')
  .flatMap((line) => /^\$ (.*?)(?: +#.*)?$/.exec(line)?.[1] ?? [])
  .map((command) => command.replaceAll(/kind-worker\d?/g, (node) => nodes[node] ?? node))
  .map((command) => (command === 'nodesize reconcile' ? `timeout --signal=INT 5 ${command} || [ $? = 124 ]` : command))

test('what docs/balloons.md types for kind gives each node its part of the machine, and keeps it', async () => {
  expect(commands.length).toBeGreaterThan(4)
  const ran = await runBin(['kubeletcfg', 'sandbox', '--', 'sh', '-ec', commands.join('\n')])
  expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('keeping the sizes of the nodes') })
  expect(ran.stdout).toMatch(/node\/node-b resized: .* → 2667m\/10.6Gi\n/)
  expect(ran.stdout).toMatch(/\nnode-a +2\/10.6Gi .* Ready\nnode-b +2667m\/10.6Gi .* Ready\nnode-c +2666m\/10.6Gi /)
}, 60_000)
