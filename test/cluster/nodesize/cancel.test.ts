import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { balloon, defaultNamespace } from '../../../src/lib/names.ts'
import { nodesize } from '../commands.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { podStatus, waitForPod } from '../pods.ts'
import { until } from '../until.ts'
import { allocatableOf } from './allocatable.ts'
import { balloonOf, least, requestsOf } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { removeWorkload, runWorkload, workload } from './workload.ts'

keepInstalled()

const large = { name: 'cancel-large', node: 'node-a', cpu: '500m' } as const
const small = { name: 'cancel-small', node: 'node-a', cpu: '100m' } as const

beforeAll(() => runWorkload(large))
afterAll(async () => {
  await Promise.all([removeWorkload(large), removeWorkload(small)])
  await nodesize(['reset', 'node-a'])
})

/** Requests all cpu of the node, so that the kubelet defers it. */
async function claimAll(): Promise<void> {
  const { cpu } = await allocatableOf('node-a')
  const { name } = (await balloonOf('node-a')).metadata
  const containers = [{ name: balloon.container, resources: { requests: { cpu: `${cpu}m` } } }]
  const patch = JSON.stringify({ spec: { containers } })
  await kubectl(['patch', 'pod', name, `--namespace=${defaultNamespace}`, '--subresource=resize', `--patch=${patch}`])
  const stateOf = async () => (await nodesize(['get', 'node-a', '--no-headers'])).stdout
  await until(async () => (await stateOf()).includes('Deferred'), 'the resize is not deferred')
}

test('the room that a deferred resize claims is free for pods again', async () => {
  await claimAll()
  await applyObjects([workload(small)])
  const why = ['get', 'pod', small.name, '--output=jsonpath={.status.conditions[?(@.type=="PodScheduled")].message}']
  await until(async () => (await kubectl(why)).includes('Insufficient cpu'), 'the pod is scheduled')
  expect((await podStatus(small.name)).phase).toBe('Pending')

  expect(await nodesize(['cancel', 'node-a'])).toMatchObject({ exit: 0, stdout: expect.stringContaining('resized') })
  await waitForPod(small.name)
  expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
  expect((await podStatus(large.name)).phase).toBe('Running')
}, 120_000)

test('without one, nothing is done', async () => {
  const ran = await nodesize(['cancel', '--all', '--yes'])
  expect(ran).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^(node\/\S+ unchanged: .*\n)+$/) })
})
