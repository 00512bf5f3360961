import { expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { attempt, expectFailure } from './attempt.ts'
import { serving } from './routes.ts'
import { emptyCluster } from './stored-document.ts'

/** A user of the kubeconfig whose credentials a program hands out. */
const loginBy = (command: string, ...args: readonly string[]) => ({
  exec: { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never', command, args },
})
const plugin = (name: string, trouble: string): RegExp =>
  new RegExp(`^error: credential plugin '${name}' of the kubeconfig ${trouble}$`)

test.each([
  ['is missing', loginBy('no-such-plugin'), plugin('no-such-plugin', 'was not found')],
  ['exits 1', loginBy('false'), plugin('false', 'failed: exit code 1')],
  ['hangs', loginBy('sleep', '60'), plugin('sleep', 'did not finish in time')],
  ['says no JSON', loginBy('echo', 'hello'), plugin('echo', 'returned no credential')],
  ['says JSON of another kind', loginBy('echo', '{"status":"ok"}'), plugin('echo', 'returned no credential')],
])('a credential plugin that %s is told by its name', async (_name, user, says) => {
  await using server = await startApiServer(serving(emptyCluster))
  const ran = await attempt('kubeletcfg list --request-timeout 1s', {
    env: { KUBECONFIG: await server.kubeconfig(user) },
  })
  expectFailure(ran, { exit: 2, says })
  expect(server.received).toEqual([])
})
