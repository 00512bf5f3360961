import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { readNode } from '../read.ts'
import type { Replica } from '../replica.ts'
import { until } from '../until.ts'
import { cpuShare } from './allocatable.ts'
import { balloonOf, footprint, replaceBalloon } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { keepRights, leads, startReplica, untilLeads } from './replicas.ts'
import { type Interference, type ResizeProxy, startResizeProxy } from './resize-proxy.ts'
import { sizeOf } from './sizes.ts'

keepInstalled()
const { kubeconfig } = keepRights()

/** The one that is frozen asks through it; it never has a term again. */
let proxy: ResizeProxy | undefined
let replicas: readonly Replica[] = []

afterEach(async () => {
  for (const { pid } of replicas) signal(pid, 'SIGCONT')
  await Promise.all(replicas.map((one) => one.end('SIGTERM').catch(() => undefined)))
  await proxy?.close()
  replicas = []
})

/** It may have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A leader that is about to restore half a node is frozen, and another one does that in its place. */
async function freezeLeader(interference: (freeze: () => void) => Interference): Promise<Replica> {
  let leader: Replica | undefined
  let isFrozen = false
  proxy = await startResizeProxy(
    interference(() => {
      if (leader === undefined) return
      signal(leader.pid, 'SIGSTOP')
      isFrozen = true
    }),
  )
  await nodesize(['set', 'node-a', '--cpu', '50%'])
  await replaceBalloon('node-a')
  leader = await startReplica(proxy.kubeconfig)
  replicas = [leader]
  await until(async () => isFrozen, 'the leader does not come to its resize')
  const successor = await startReplica(kubeconfig())
  replicas = [leader, successor]
  expect(leads(successor)).toBe(false)
  await untilLeads(successor)
  await untilSize(50n)
  return leader
}

async function untilSize(percent: bigint): Promise<void> {
  const wanted = await cpuShare('node-a', percent)
  await until(async () => {
    const { state, size } = await sizeOf('node-a')
    return state === 'Ready' && size.cpu === wanted && !(await isCordoned())
  }, `node-a has not ${percent} % of its CPUs, or is cordoned`)
}

const isCordoned = async (): Promise<boolean> =>
  (await readNode<{ spec: { unschedulable?: boolean } }>('node-a')).spec.unschedulable === true

/** Longer than a leader that goes on needs for its next request. */
const settledMs = 8_000

/** The desired size changes while it is frozen; then it goes on, and must change nothing. */
async function goesOnWithoutWriting(frozen: Replica, meanwhile: () => void = () => undefined): Promise<void> {
  expect((await nodesize(['set', 'node-a', '--cpu', '75%'])).exit).toBe(0)
  await untilSize(75n)
  const before = footprint(await balloonOf('node-a'))
  signal(frozen.pid, 'SIGCONT')
  meanwhile()
  await sleep(settledMs)
  expect(footprint(await balloonOf('node-a'))).toEqual(before)
  await untilSize(75n)
  // By itself: its term is over.
  expect(await frozen.ended).not.toBe(0)
}

test('a leader that is frozen between its last confirmation and its resize writes nothing when it goes on', async () => {
  await goesOnWithoutWriting(await freezeLeader((freeze) => ({ onCordoned: freeze, onResize: (pass) => pass() })))
  expect(proxy?.count()).toBe(0)
}, 240_000)

test('a resize of a frozen leader that the network delivers late is refused', async () => {
  const { promise: delivered, resolve: deliver } = Promise.withResolvers<void>()
  let status = 0
  const frozen = await freezeLeader((freeze) => ({
    async onResize(pass) {
      freeze()
      await delivered
      const answer = await pass()
      status = answer.status
      return answer
    },
  }))
  await goesOnWithoutWriting(frozen, deliver)
  expect(proxy?.count()).toBe(1)
  expect(status).toBeGreaterThanOrEqual(400)
}, 240_000)
