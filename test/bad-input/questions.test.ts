import { globSync, readFileSync } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { agent, rollout } from '../../src/lib/names.ts'
import type { Rollout } from '../../src/lib/rollouts/rollout.ts'
import { dataOf } from '../../src/lib/rollouts/rollout-object.ts'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { requestOf } from '../contract/sandbox-subject.ts'
import { documentOf, members, rolloutOf, SimulatedFleet } from '../lib/rollouts/simulated-fleet.ts'
import { runHosted } from '../support/run-hosted.ts'
import { runOnTerminal } from '../support/run-on-terminal.ts'
import { header } from './stored-document.ts'

/** A cluster in which each command has something to ask. */
let sandbox: RunningSandbox
let folder: Awaited<ReturnType<typeof mkdtempDisposable>>
let env: Record<string, string>

const call = (method: string, path: string, body?: object) =>
  sandbox.sandbox.handle(requestOf({ method, path, body, contentType: 'application/merge-patch+json' }))

async function done(command: string, input = ''): Promise<void> {
  const { exit, stderr } = await runHosted([...command.split(' '), '--yes'], { env, input, cwd: folder.path })
  if (exit !== 0) throw new Error(`${command}: ${stderr}`)
}

beforeAll(async () => {
  sandbox = await startSandbox({ nodes: 2 })
  folder = await mkdtempDisposable(join(tmpdir(), 'questions-'))
  env = { KUBECONFIG: sandbox.kubeconfig, NO_COLOR: '1', KUBE_EDITOR: 'sed -i s/12/13/' }
  await writeFile(join(folder.path, 'kubelet.yaml'), `${header}registryPullQPS: 13\n`)
  await writeFile(
    join(folder.path, 'sizes.yaml'),
    'apiVersion: kubeletcfg.dev/v1alpha1\nkind: NodeSizeConfiguration\nsizes: []\n',
  )
  const local = { source: 'local' }
  const bad = [{ digest: 'v1:sha256:aa11', kubeletVersion: 'v1.36.3', reason: 'KubeletCrashed', message: 'it ended' }]
  const report = {
    ...{ apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'AgentReport', phase: 'Idle', since: '2026-11-22T08:00:00Z' },
    ...{ active: local, lastKnownGood: local, kubeletVersion: 'v1.36.3', bad },
  }
  const annotations = { [agent.annotation.status]: JSON.stringify(report) }
  call('PATCH', '/api/v1/nodes/node-a', { metadata: { annotations, labels: { pool: 'one' } } })
  for (const qps of [11, 12]) await done('kubeletcfg push -f - --global', `${header}registryPullQPS: ${qps}\n`)
  await done('kubeletcfg opt-out node-b')
  const data = Object.fromEntries(Object.entries(dataOf(underWay())).filter(([, text]) => text !== null))
  const path = '/api/v1/namespaces/kube-system/configmaps'
  sandbox.sandbox.handle(requestOf({ method: 'POST', path, body: { metadata: { name: rollout.configMap }, data } }))
  await done('nodesize install --all-nodes')
  await done('nodesize set node-a node-b --cpu 3')
  await done('nodesize install --image registry.k8s.io/pause:3.9')
}, 60_000)
afterAll(async () => {
  await sandbox.close()
  await folder.remove()
})

function underWay(): Rollout {
  const fleet = new SimulatedFleet(members(3), rolloutOf())
  fleet.desired = documentOf('new')
  return fleet.pass(10_000).rollout
}

/** By the file that asks: a command line, without the folder of its files, and the question. */
const questions: Readonly<Record<string, readonly [command: string, question: string]>> = {
  'push-command.ts': ['kubeletcfg push -f FOLDER/kubelet.yaml --global', 'Push?'],
  'kubeletcfg/edit.ts': ['kubeletcfg edit --global', 'Push?'],
  'kubeletcfg/rollback.ts': ['kubeletcfg rollback --global', 'Push?'],
  'kubeletcfg/delete.ts': ['kubeletcfg delete --global', 'Delete?'],
  'kubeletcfg/opt-out.ts': [
    'kubeletcfg opt-out node-a --mode=local',
    'Opt out, and restart the kubelets that run a document?',
  ],
  'kubeletcfg/opt-in.ts': ['kubeletcfg opt-in node-b', 'Opt in, and let the agents apply their documents?'],
  'kubeletcfg/bad/forget.ts': [
    'kubeletcfg bad forget --all --node node-a',
    'Forget, and let the agents try the documents again?',
  ],
  'kubeletcfg/rollout/abort.ts': [
    'kubeletcfg rollout abort',
    'Abort the rollout, and restart the kubelets that run its document?',
  ],
  'kubeletcfg/rollout/delete-policy.ts': [
    'kubeletcfg rollout delete-policy --force',
    'Let all nodes have the global document at once, now and from now on?',
  ],
  'kubeletcfg/rollout/promote.ts': [
    'kubeletcfg rollout promote --now -m tonight',
    'Restart the kubelets of all other nodes at once?',
  ],
  'resize-command.ts': ['nodesize set --all --cpu 2', 'Resize these nodes?'],
  'nodesize/apply.ts': ['nodesize apply -f FOLDER/sizes.yaml --prune', 'Resize these nodes?'],
  'nodesize/install.ts': ['nodesize install --no-all-nodes', 'Install, and remove these balloons?'],
  'nodesize/upgrade.ts': ['nodesize upgrade', 'Upgrade?'],
  'nodesize/uninstall.ts': ['nodesize uninstall', 'Uninstall?'],
}

/** They change this machine, and no cluster. */
const local = ['kubeletcfg/agent/install.ts', 'kubeletcfg/agent/uninstall.ts']
/** What it asks, its commands say. */
const passing = ['rollout-command.ts']
/** Asks by what it shares with push-command.ts. */
const shared = ['kubeletcfg/edit.ts', 'kubeletcfg/rollback.ts']

test('all commands that ask are here', () => {
  const root = join(import.meta.dirname, '..', '..', 'src', 'commands')
  const asks = (file: string) =>
    /^\s+question(: (?!string|\(\) => (undefined|question)).*|,)$/m.test(readFileSync(join(root, file), 'utf8'))
  const found = globSync('**/*.ts', { cwd: root }).filter(asks)
  const here = Object.keys(questions).filter((file) => !shared.includes(file))
  expect(found.filter((file) => file !== 'kubeletcfg/init.ts').toSorted()).toEqual(
    [...here, ...local, ...passing].toSorted(),
  )
})

test.concurrent.each(Object.values(questions))('%s names the cluster when it asks', async (command, question) => {
  let isAnswered = false
  const { exit, shown } = await runOnTerminal(command.replace('FOLDER', folder.path), {
    env,
    // A question is in one line.
    columns: 300,
    onShown: ({ shown, type }) => {
      if (isAnswered || !shown.includes(question)) return
      isAnswered = true
      type('n\r')
    },
  })
  const where = /context (\S+), (https:\/\/127\.0\.0\.1:\d+): /.exec(shown)
  expect([shown.includes(`${where?.[0]}${question}`), where?.[2]]).toEqual([true, sandbox.url])
  expect([exit, shown]).toEqual([5, expect.stringContaining('error: nothing was changed: the answer was no\n')])
})
