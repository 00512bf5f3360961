import { afterEach, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { kubectlJson } from '../kubectl.ts'
import type { Replica } from '../replica.ts'
import { until } from '../until.ts'
import { cpuShare } from './allocatable.ts'
import { balloonOf, balloonPods, deleteBalloon, replaceBalloon } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { keepRights, leads, startReplica, untilLeads } from './replicas.ts'
import { sizeOf } from './sizes.ts'

keepInstalled()
const { kubeconfig } = keepRights()

const completionTimeoutMs = 180_000
const running = new Set<Replica>()

afterEach(async () => {
  await Promise.all([...running].map((replica) => end(replica, 'SIGTERM')))
})

async function start(): Promise<Replica> {
  const replica = await startReplica(kubeconfig())
  running.add(replica)
  return replica
}

async function end(replica: Replica, signal: NodeJS.Signals): Promise<number | null> {
  running.delete(replica)
  return replica.end(signal)
}

async function removeBalloon(): Promise<void> {
  const { name, uid } = (await balloonOf('node-a')).metadata
  await deleteBalloon(name)
  const isGone = async () => (await balloonPods()).every(({ metadata }) => metadata.uid !== uid)
  await until(isGone, 'the balloon is still there')
}

const untilSize = (cpu: string): Promise<void> =>
  until(async () => {
    const { state, size } = await sizeOf('node-a')
    return state === 'Ready' && size.cpu === cpu
  }, `node-a has no size of ${cpu}`)

test(
  'a size comes back after its balloon was deleted, and the Node has an Event',
  async () => {
    const replica = await start()
    await untilLeads(replica)
    await nodesize(['set', 'node-a', '--cpu', '50%'])
    await removeBalloon()
    await untilSize(await cpuShare('node-a', 50n))
    const { items } = await kubectlJson<{ items: { reason: string; message: string }[] }>([
      ...['get', 'events', '--field-selector=involvedObject.kind=Node,involvedObject.name=node-a'],
    ])
    expect(items.map(({ reason }) => reason)).toContain('NodeSizeRestored')
    expect(replica.log().filter(({ reason }) => reason === 'NodeNotRestored')).toEqual([])
  },
  completionTimeoutMs,
)

test.each([
  ['killed', 'SIGKILL', 137, 25_000],
  ['told to end', 'SIGTERM', 0, 12_000],
] as const)(
  'when the leader is %s, the other replica goes on',
  async (_, signal, exit, longestMs) => {
    const one = await start()
    await untilLeads(one)
    const two = await start()
    await nodesize(['set', 'node-a', '--cpu', '50%'])
    await removeBalloon()
    expect(leads(two)).toBe(false)
    const at = Date.now()
    expect(await end(one, signal)).toBe(exit)
    await untilLeads(two)
    expect(Date.now() - at).toBeLessThan(longestMs)
    await untilSize(await cpuShare('node-a', 50n))
    expect(leads(two)).toBe(true)
  },
  completionTimeoutMs,
)

test(
  'once restores each node and ends, and changes nothing the second time',
  async () => {
    await nodesize(['set', 'node-a', '--cpu', '50%'])
    await replaceBalloon('node-a')
    const planned = await nodesize(['reconcile', '--once', '--dry-run=server'])
    expect(planned).toMatchObject({ exit: 0, stdout: expect.stringContaining('node/node-a resized') })
    expect(await nodesize(['reconcile', '--once'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('node/node-a resized'),
    })
    const { size } = await sizeOf('node-a')
    expect(size.cpu).toBe(await cpuShare('node-a', 50n))
    const again = await nodesize(['reconcile', '--once', '-o', 'json'])
    expect(JSON.parse(again.stdout).items).toEqual([
      expect.objectContaining({ node: 'node-a', outcome: 'unchanged', reason: 'DesiredSizeReached' }),
    ])
  },
  completionTimeoutMs,
)
