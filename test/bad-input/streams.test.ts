import { once } from 'node:events'
import { expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { listOf, serving } from './routes.ts'
import { endOf, startBin } from './start-bin.ts'
import { configMap, configMaps, emptyCluster, globalPath, maxPods } from './stored-document.ts'

/** More of everything than a pipe holds: 800 names of 200 characters. */
const nodes = Array.from({ length: 800 }, (_, i) => `${'rack.'.repeat(40)}node-${i}`)
const fullCluster = {
  ...emptyCluster,
  'GET /api/v1/nodes': () => listOf(...nodes.map((name) => ({ metadata: { name, uid: name } }))),
  'GET /api/v1/pods': () => listOf(),
  'GET /api/v1/namespaces/kube-system/pods': () => listOf(),
  [`GET ${configMaps}`]: () =>
    listOf(...nodes.map((name) => configMap(maxPods(10), { name: `${name}-kubelet-configuration` }))),
  [`GET ${globalPath}`]: () => ({ body: configMap(maxPods(10) + '# more of the same\n'.repeat(20_000)) }),
}

/** The command, and whether its reader sees a first line before it goes away. */
test.concurrent.each([
  ['kubeletcfg list', true],
  ['kubeletcfg list', false],
  ['kubeletcfg list -o json', true],
  ['kubeletcfg get --global -q', true],
  ['nodesize get', true],
  ['nodesize get -o yaml', false],
  ['kubeletcfg --help', false],
])('%s ends quietly when its reader has enough (after a first line: %s)', async (command, readsOne) => {
  await using server = await startApiServer(serving(fullCluster))
  const started = startBin(command, { KUBECONFIG: await server.kubeconfig() })
  if (readsOne) await Promise.race([once(started.stdout, 'data'), once(started, 'exit')])
  started.stdout.destroy()
  expect(await endOf(started)).toEqual({ exit: 0, stderr: '' })
})

test.concurrent.each([
  ['FORCE_COLOR gives colours without a terminal', { FORCE_COLOR: '1' }, '\u001b[31merror:\u001b[39m --output: '],
  ['NO_COLOR wins, and Node does not warn', { FORCE_COLOR: '1', NO_COLOR: '1' }, 'error: --output: '],
])('%s', async (_name, env, start) => {
  const { stderr } = await endOf(startBin('nodesize get -o xml', env))
  expect(stderr.startsWith(start)).toBe(true)
})

test.concurrent('stdin without end is read to 3 MiB and no further', async () => {
  const started = startBin('kubeletcfg validate -')
  const more = (): void => {
    started.stdin.write(Buffer.alloc(64 * 1024, '#'), (error) => error ?? more())
  }
  started.stdin.on('error', () => undefined)
  more()
  expect(await endOf(started)).toEqual({ exit: 3, stderr: '' })
})
