import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { hangUp } from '../support/hang-up.ts'
import { listOf, type Routes, serving, writesTo } from './routes.ts'
import { configMap, configMaps, emptyCluster, globalPath, header, maxPods } from './stored-document.ts'

const stored = configMap(maxPods(10))
const oneDocument: Routes = {
  ...emptyCluster,
  [`GET ${configMaps}`]: () => listOf(stored),
  [`GET ${globalPath}`]: () => ({ body: stored }),
}

test.concurrent.each([
  ['delete --global', 'Delete?', true],
  ['delete --global', 'Delete?', false],
  ['push --global -f', 'Push?', true],
  ['push --global -f', 'Push?', false],
])('a closed terminal ends the question of %s (%s, SIGHUP passed on: %s)', async (words, after, passesSignal) => {
  await using server = await startApiServer(serving(oneDocument))
  await using folder = await mkdtempDisposable(join(tmpdir(), 'hang-up-'))
  const file = join(folder.path, 'kubelet.yaml')
  await writeFile(file, `${header}maxPods: 20\n`)
  const command = `kubeletcfg ${words}${words.endsWith('-f') ? ` ${file}` : ''}`
  const env = { KUBECONFIG: await server.kubeconfig() }
  expect(await hangUp(command, { env, after, passesSignal })).toBe(129)
  expect(writesTo(server)).toEqual([])
})

test.concurrent('a closed terminal ends a sandbox', async () => {
  expect(await hangUp('kubeletcfg sandbox', { after: 'until Ctrl-C', passesSignal: true })).toBe(129)
})

test.concurrent('a closed terminal ends a wait', async () => {
  await using server = await startApiServer(serving({ 'GET /api/v1/nodes/node-a': () => new Promise(() => undefined) }))
  const env = { KUBECONFIG: await server.kubeconfig() }
  expect(await hangUp('nodesize get node-a', { env, after: '…', passesSignal: true })).toBe(129)
})
