import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { balloon, defaultNamespace } from '../../../src/lib/names.ts'
import { nodesize } from '../commands.ts'
import { kubectl } from '../kubectl.ts'
import { allocatableOf, cpuShare } from '../nodesize/allocatable.ts'
import { balloonOf, least, replaceBalloon, requestsOf, untilSettled } from '../nodesize/balloons.ts'
import { keepInstalled } from '../nodesize/installation.ts'
import { type ResizeProxy, startResizeProxy } from '../nodesize/resize-proxy.ts'
import { sizeOf } from '../nodesize/sizes.ts'
import { removeWorkload, runWorkload } from '../nodesize/workload.ts'
import { podStatus } from '../pods.ts'
import { until } from '../until.ts'
import { perRelease } from './per-release.ts'

/** Workloads of low and of high priority are the same processes after each test. */
keepInstalled()

let half: string
beforeAll(async () => {
  half = await cpuShare('node-a', 50n)
})

test('a node becomes smaller, smaller again, larger, and has its full size back, in place', async () => {
  const { uid } = (await balloonOf('node-a')).metadata
  for (const [cpu, memory] of [
    ['50%', '50%'],
    ['40%', '40%'],
    ['70%', '30%'],
  ] as const) {
    expect(await nodesize(['set', 'node-a', '--cpu', cpu, '--memory', memory])).toMatchObject({ exit: 0, stderr: '' })
    const wanted = { state: 'Ready', cpu: await cpuShare('node-a', BigInt(cpu.slice(0, -1))) }
    // What a balloon gives back is free when the runtime has done it, too, which can take a second.
    await until(async () => {
      const { state, size } = await sizeOf('node-a')
      return isDeepStrictEqual({ state, cpu: size.cpu }, wanted)
    }, `node-a is not ${wanted.cpu}`)
    await untilSettled('node-a')
  }
  expect(await nodesize(['reset', 'node-a'])).toMatchObject({ exit: 0, stderr: '' })
  const pod = await balloonOf('node-a')
  expect({ requests: requestsOf(pod), uid: pod.metadata.uid }).toEqual({ requests: least, uid })
  expect(pod.status.observedGeneration !== undefined).toBe(perRelease.observesGenerations)
})

test('a size comes back after its balloon was replaced', async () => {
  await nodesize(['set', 'node-a', '--cpu', '50%'])
  await replaceBalloon('node-a')
  expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
  expect(await nodesize(['reconcile', '--once'])).toMatchObject({ exit: 0, stdout: expect.stringContaining('resized') })
  expect((await sizeOf('node-a')).size.cpu).toBe(half)
})

test('what is in the way is named, and nothing is asked of the kubelet', async () => {
  const ran = await nodesize(['set', 'node-a', '--cpu', '60m'])
  expect(ran).toMatchObject({
    exit: 5,
    stdout: '',
    stderr: expect.stringContaining("node 'node-a' has no room to shrink"),
  })
})

describe('a resize that does not fit', () => {
  const rival = { name: 'rival', node: 'node-a' } as const
  let proxy: ResizeProxy
  afterEach(async () => {
    await proxy.close()
    await removeWorkload(rival)
  })

  test('because a pod has come meanwhile is deferred, and reverted, and the pod stays', async () => {
    const cpu = await cpuShare('node-a', 60n)
    proxy = await startResizeProxy({
      onResize: async (pass, count) => {
        if (count === 1) await runWorkload({ ...rival, cpu })
        return pass()
      },
    })
    const ran = await nodesize(['set', 'node-a', '--cpu', '50%', '--no-cordon'], proxy)
    expect(ran).toMatchObject({ exit: 9, stdout: '' })
    expect(ran.stderr).toMatch(/reverted: the kubelet deferred the resize: Node didn't have enough resource: cpu, /)
    await expectLeast()
    const { phase, containerStatuses } = await podStatus(rival.name)
    expect({ phase, restarts: containerStatuses[0]?.restartCount }).toEqual({ phase: 'Running', restarts: 0 })
  })

  test('because the node is not as large as it was said to be leaves it as it was', async () => {
    const { cpu } = await allocatableOf('node-a')
    proxy = await startResizeProxy({
      onResize: (pass) => pass(),
      tellOfNodes: (json) => json.replaceAll(/"cpu": ?"\d+m?"/g, `"cpu":"${cpu * 3n}m"`),
    })
    const ran = await nodesize(['set', 'node-a', '--cpu', '50%', '--no-cordon'], proxy)
    expect(ran).toMatchObject({ stdout: '', ...refusals[perRelease.largerThanNode] })
    await expectLeast()
  })
})

const refusals = {
  forbidden: { exit: 3, stderr: expect.stringContaining("node didn't have enough allocatable resources: cpu, ") },
  infeasible: {
    exit: 9,
    stderr: expect.stringMatching(
      /reverted: the kubelet refused the resize: Node didn't have enough capacity: cpu, requested: \d+, capacity: \d+/,
    ),
  },
}

async function expectLeast(): Promise<void> {
  expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
  await untilSettled('node-a')
}

describe('a resize by hand to more than the node has', () => {
  async function claimTooMuch(): Promise<string> {
    const { cpu } = await allocatableOf('node-a')
    const { name } = (await balloonOf('node-a')).metadata
    const containers = [{ name: balloon.container, resources: { requests: { cpu: `${cpu * 2n}m` } } }]
    const patch = JSON.stringify({ spec: { containers } })
    const args = ['patch', 'pod', name, `--namespace=${defaultNamespace}`, '--subresource=resize', `--patch=${patch}`]
    return kubectl(args).catch(String)
  }
  const stateOf = async () => (await sizeOf('node-a')).state

  test.each([
    ['cancel', ['cancel', 'node-a'], least.cpu],
    ['another size', ['set', 'node-a', '--cpu', '50%'], undefined],
  ])('is refused, and %s gets the node out of it', async (_, command, cpu) => {
    const answer = await claimTooMuch()
    if (perRelease.largerThanNode === 'forbidden') {
      expect(answer).toContain("node didn't have enough allocatable resources: cpu, ")
      expect(await stateOf()).toBe('Ready')
    } else {
      expect(answer).toContain('patched')
      await until(async () => (await stateOf()) === 'Infeasible', 'the resize is not infeasible')
    }
    expect(await nodesize(command)).toMatchObject({ exit: 0, stderr: '' })
    await untilSettled('node-a')
    expect(requestsOf(await balloonOf('node-a')).cpu).toBe(cpu ?? half)
  })
})
