import { describe, expect, test } from '@jest/globals'
import { agent } from '../../../../src/lib/names.ts'
import { refusal } from '../../../support/api-server.ts'
import { InProcess } from '../../../support/in-process.ts'
import { patient } from '../http/rest-to.ts'

describe('whether a policy limits the agent', () => {
  const denied = (policy: string) => ({
    kind: 'answer' as const,
    status: 403,
    body: refusal(403, 'Forbidden', {
      ...{ details: { name: 'node-a', kind: 'nodes' } },
      message: `nodes "node-a" is forbidden: ValidatingAdmissionPolicy '${policy}' with binding '${policy}' denied request: no`,
    }).body,
  })

  test('is tried as a dry run, which leaves the Node as it was', async () => {
    using world = new InProcess()
    const node = world.cluster.agentNode('node-a')
    const before = (await world.cluster.nodes.read('node-a', patient))?.annotations
    expect(await node.isLimited(patient)).toBe(false)
    expect(world.sent.at(-1)).toMatchObject({
      method: 'PATCH',
      query: { dryRun: 'All', fieldManager: agent.fieldManager },
    })
    expect((await world.cluster.nodes.read('node-a', patient))?.annotations).toEqual(before)
  })

  test('is known when its own policy denies, and not when another one does', async () => {
    using world = new InProcess()
    world.mishap = () => denied(agent.ownNodePolicy)
    expect(await world.cluster.agentNode('node-a').isLimited(patient)).toBe(true)
    world.mishap = () => denied('other')
    await expect(world.cluster.agentNode('node-a').isLimited(patient)).rejects.toMatchObject({
      fact: { reason: 'DeniedByPolicy' },
    })
  })

  test('is undefined of a Node that does not exist', async () => {
    using world = new InProcess()
    expect(await world.cluster.agentNode('nosuch').isLimited(patient)).toBeUndefined()
  })
})
