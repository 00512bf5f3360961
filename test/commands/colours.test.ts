import { expect, test } from '@jest/globals'
import { listOf, type Routes, serving } from '../bad-input/routes.ts'
import { configMap, configMaps, emptyCluster, globalPath, maxPods } from '../bad-input/stored-document.ts'
import { startApiServer } from '../support/api-server.ts'
import { runHosted } from '../support/run-hosted.ts'

const stored = configMap(maxPods(60), { manager: 'kubeletcfg' })
const routes: Routes = {
  ...emptyCluster,
  'GET /api/v1/nodes': () =>
    listOf({
      metadata: { name: 'node-a', uid: 'a' },
      status: { nodeInfo: { kubeletVersion: 'v1.36.0', operatingSystem: 'linux' } },
    }),
  [`GET ${configMaps}`]: () => listOf(stored),
  [`GET ${globalPath}`]: () => ({ body: stored }),
}

const faint = (text: string): string => `\u001b[2m${text}\u001b[22m`
const strong = (text: string): string => `\u001b[1m${text}\u001b[22m`
const yellow = (text: string): string => `\u001b[33m${text}\u001b[39m`
const change = `  maxPods: ${faint('60')} → ${strong('50')}
  ${yellow('requires: drain the node, let its agent apply the document, uncordon the node')}
`
const plain = `  maxPods: 60 → 50
  requires: drain the node, let its agent apply the document, uncordon the node
`

const run = async (command: string, env: Readonly<Record<string, string>>) => {
  await using server = await startApiServer(serving(routes))
  const argv = [...command.split(' '), '-f', '-', '--global']
  return await runHosted(argv, { env: { KUBECONFIG: await server.kubeconfig(), ...env }, input: maxPods(50) })
}

test.each([
  ['diff', 'kubeletcfg diff', 'stdout'],
  ['the plan of a push', 'kubeletcfg push --dry-run=client --accept-risk=drain', 'stdout'],
] as const)('%s: old values are faint, new ones strong, steps beyond a restart yellow', async (_, command, stream) => {
  expect((await run(command, { FORCE_COLOR: '1' }))[stream]).toContain(change)
  expect((await run(command, { FORCE_COLOR: '1', NO_COLOR: '1' }))[stream]).toContain(plain)
})
