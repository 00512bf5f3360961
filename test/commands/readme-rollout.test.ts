import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { typedIn } from '../support/readme-commands.ts'
import { runHosted } from '../support/run-hosted.ts'
import { type SandboxWithAgents, startSandboxWithAgents } from './sandbox-with-agents.ts'

let world: SandboxWithAgents

beforeAll(async () => {
  world = await startSandboxWithAgents(2, [])
}, 60_000)
afterAll(async () => world[Symbol.asyncDispose]())

const documentOf = (qps: number): string =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nregistryPullQPS: ${qps}\n`

/** As a shell would, for the quotes that README has. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!)

/** The agents are there, and nobody is asked; a soak of some minutes is no matter of a test. */
function typedHere(line: string): readonly string[] {
  const words = wordsOf(line)
  return words[1] === 'push' ? [...words, '--yes'] : words
}

test('what README does with agents works, from the first document to a rollout that begins', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'readme-'))
  await writeFile(join(folder.path, 'kubelet.yaml'), documentOf(11))
  await writeFile(join(folder.path, 'kubelet-new.yaml'), documentOf(12))
  const lines = typedIn('Configure the kubelets of a cluster').filter((line) => !line.startsWith('kubeletcfg agent '))
  expect(lines.map((line) => line.split(' ').slice(1, 3).join(' '))).toEqual([
    'status',
    'push -f',
    'push -f',
    'rollout set-policy',
    'push -f',
    'rollout run',
  ])
  for (const line of lines.slice(0, -1)) {
    const ran = await runHosted(typedHere(line), { env: world.env, cwd: folder.path })
    expect([line, ran]).toEqual([line, expect.objectContaining({ exit: 0 })])
  }
  const run = await runHosted(['kubeletcfg', 'rollout', 'run', '--once', '-o', 'json'], { env: world.env })
  expect([run.exit, JSON.parse(run.stdout)]).toMatchObject([7, { reason: 'RolloutNotDone', moves: 2 }])
}, 60_000)
