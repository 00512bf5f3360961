import { expect, test } from '@jest/globals'
import { connect } from '../../../src/lib/connect/connect.ts'
import { globalTarget } from '../../../src/lib/documents/target.ts'
import { startApiServer } from '../../support/api-server.ts'
import { InProcess } from '../../support/in-process.ts'
import { patient } from '../cluster/http/rest-to.ts'

const interrupted = { code: 'interrupted', fact: { reason: 'Interrupted' } }

test('closing ends connections, idle ones too', async () => {
  await using server = await startApiServer(() => ({ body: { gitVersion: 'v1' } }))
  const cluster = await connect({ kubeconfig: await server.kubeconfig(), userAgent: 'test' })
  await cluster.access.serverVersion(patient)
  expect(server.connections()).toBe(1)
  cluster.close()
  cluster.close()
  while (server.connections() > 0) await new Promise((done) => setTimeout(done, 1))
})

test('closing interrupts what is under way, and what comes after', async () => {
  using world = new InProcess()
  world.mishap = () => ({ kind: 'silence' })
  const asked = world.cluster.nodes.list({}, patient)
  const refused = expect(asked).rejects.toMatchObject(interrupted)
  setImmediate(() => world.cluster.close())
  await refused
  await expect(world.cluster.nodes.list({}, patient)).rejects.toMatchObject(interrupted)
})

test('closing ends a watch without a failure', async () => {
  using world = new InProcess()
  const seen: unknown[] = []
  for await (const state of world.cluster.documents.watch(globalTarget, patient)) {
    seen.push(state)
    setTimeout(() => world.cluster.close(), 5)
  }
  expect(seen).toEqual([undefined])
})
