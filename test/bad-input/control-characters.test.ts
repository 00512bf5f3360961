import { expect, test } from '@jest/globals'
import { document } from '../../src/lib/names.ts'
import { refusal, startApiServer } from '../support/api-server.ts'
import type { Ran } from '../support/run-process.ts'
import { attempt } from './attempt.ts'
import { NodeA, resizeRoute } from './node-a.ts'
import { listOf, type Routes, serving } from './routes.ts'
import { configMap, configMaps, emptyCluster, globalPath, maxPods } from './stored-document.ts'

const evil = '\u001b[31mred\r\nx'
const shown = '\\u001b[31mred'

const stored = configMap(maxPods(10))
const annotated = {
  ...stored,
  metadata: { ...stored.metadata, annotations: { [document.annotation.by]: evil, [document.annotation.digest]: 'x' } },
}
const cluster: Routes = {
  ...emptyCluster,
  [`GET ${configMaps}`]: () => listOf(annotated),
  [`GET ${globalPath}`]: () => ({ body: annotated }),
  [`PATCH ${globalPath}`]: () => refusal(409, 'Conflict', { message: 'changed' }),
}
const warning: Routes = { 'GET /api/v1/nodes': () => ({ ...listOf(), headers: { warning: '299 - "\u009b31mred"' } }) }
const node = new NodeA()
const refusing: Routes = {
  ...node.routes,
  [resizeRoute]: () => refusal(403, 'Forbidden', { message: `you may not: ${evil}` }),
}

const run = async (routes: Routes, command: string): Promise<Ran> => {
  await using server = await startApiServer(serving(routes))
  return await attempt(command, { env: { KUBECONFIG: await server.kubeconfig() }, input: maxPods(20) })
}
/** Controls, bidirectional marks, odd line ends. */
const steers = (text: string): boolean => /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)

test.concurrent.each<[string, Routes, string, string]>([
  ['a cell of a table', cluster, 'kubeletcfg list -o wide', `${shown}\\r\\nx   v1:`],
  ['the name of the other writer', cluster, 'kubeletcfg push -f - --global --yes', `${shown}\\r\nx`],
  ['a refusal of the API server', refusing, 'nodesize set node-a --cpu 2', `${shown}\\r\nx`],
  ['a warning of the API server', { ...cluster, ...warning }, 'kubeletcfg list -o wide', 'warning: \\u009b31mred'],
])('%s steers no terminal', async (_name, routes, command, spelled) => {
  const { stdout, stderr } = await run(routes, command)
  expect(stdout + stderr).toContain(spelled)
  expect(steers(stdout + stderr)).toBe(false)
})

test.concurrent('get prints what is stored, byte for byte', async () => {
  const odd = { ...stored, data: { [document.key]: `${maxPods(10)}# ${evil}` } }
  const { stdout } = await run({ ...cluster, [`GET ${globalPath}`]: () => ({ body: odd }) }, 'kubeletcfg get --global')
  expect(stdout).toBe(odd.data[document.key])
})
