import { afterEach, beforeAll, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { podStatus } from '../pods.ts'
import { cpuShare } from './allocatable.ts'
import { balloonOf, isSettled, least, requestsOf } from './balloons.ts'
import { runShell } from './hint.ts'
import { keepInstalled } from './installation.ts'
import { type ResizeProxy, startResizeProxy, unavailable } from './resize-proxy.ts'
import { removeWorkload, runWorkload, type Workload } from './workload.ts'

keepInstalled()

/** Fits beside the balloon as it is, and not beside the one that leaves half of the node. */
const rival = { name: 'rival', node: 'node-b' } as const
const critical = { namespace: 'kube-system', priorityClassName: 'system-cluster-critical' } as const
/** Without a cordon: with it, no pod would come in between. */
const setHalf = ['set', 'node-b', '--cpu', '50%', '--no-cordon']

let proxy: ResizeProxy
let cpu: string
beforeAll(async () => {
  cpu = await cpuShare('node-b', 60n)
})
afterEach(async () => {
  await proxy.close()
  await removeWorkload(rival)
  await removeWorkload({ ...rival, ...critical })
})

/** The rival lands after the node was measured, and before the resize arrives. */
async function raceAgainst(kind: Partial<Workload>): Promise<void> {
  proxy = await startResizeProxy({
    onResize: async (pass, count) => {
      if (count === 1) await runWorkload({ ...rival, cpu, ...kind })
      return pass()
    },
  })
}

test.each<[string, Partial<Workload>]>([
  ['an ordinary workload', {}],
  ['a workload critical to the system', critical],
])('%s that comes first keeps its room, and the resize is reverted', async (_, kind) => {
  await raceAgainst(kind)
  const ran = await nodesize(setHalf, proxy)
  expect(ran).toMatchObject({ exit: 9, stdout: '' })
  expect(ran.stderr).toMatch(
    /reverted: the kubelet deferred the resize: Node didn't have enough resource: cpu, requested: \d+, used: \d+, capacity: \d+/,
  )
  expect(ran.stderr).toMatch(/hint: the other pods of the node hold \S+ cpu/)
  const pod = await balloonOf('node-b')
  expect({ requests: requestsOf(pod), settled: isSettled(pod) }).toEqual({ requests: least, settled: true })
  const { phase, containerStatuses } = await podStatus(rival.name, kind.namespace)
  expect({ phase, restarts: containerStatuses[0]?.restartCount }).toEqual({ phase: 'Running', restarts: 0 })
})

test('a claim goes back to what the node had before, not to its full size', async () => {
  expect(await nodesize(['set', 'node-b', '--cpu', '90%', '--memory', '60%'])).toMatchObject({ exit: 0 })
  const before = requestsOf(await balloonOf('node-b'))
  await raceAgainst({})
  expect(await nodesize(setHalf, proxy)).toMatchObject({ exit: 9 })
  expect(requestsOf(await balloonOf('node-b'))).toEqual(before)
})

test('a resize that cannot be reverted comes with the command that does it, and it does', async () => {
  proxy = await startResizeProxy({
    onResize: async (pass, count) => {
      if (count > 1) return unavailable
      await runWorkload({ ...rival, cpu })
      return pass()
    },
  })
  const ran = await nodesize(setHalf, proxy)
  expect(ran).toMatchObject({ exit: 7, stdout: '' })
  expect(ran.stderr).toContain('the resize was not reverted, and the node is still being made smaller')
  expect(isSettled(await balloonOf('node-b'))).toBe(false)

  await runShell(ran.stderr, /^hint: to revert it: (kubectl patch .*)$/m)
  expect(requestsOf(await balloonOf('node-b'))).toEqual(least)
})
