import { afterEach, describe, expect, test } from '@jest/globals'
import { cpuOf, formatCpu } from '../../../src/lib/quantity/cpu.ts'
import { nodesize } from '../commands.ts'
import { until } from '../until.ts'
import { cpuShare } from './allocatable.ts'
import { balloonOf, deleteBalloon, least, replaceBalloon, requestsOf, untilSettled } from './balloons.ts'
import { keepInstalled, labelNodes, unlabelNodes } from './installation.ts'
import { startKubelet, stopKubelet } from './kubelet.ts'
import { type Interference, type ResizeProxy, startResizeProxy } from './resize-proxy.ts'
import { sizeOf } from './sizes.ts'
import { removeWorkload, runWorkload } from './workload.ts'

keepInstalled()

const setHalf = ['set', 'node-a', '--cpu', '50%']

describe('a balloon that is deleted', () => {
  let proxy: ResizeProxy
  afterEach(async () => proxy.close())

  const interfere = async (interference: Interference): Promise<void> => {
    proxy = await startResizeProxy(interference)
  }

  test('before the resize arrives is a conflict, and the new balloon is as its DaemonSet made it', async () => {
    await interfere({
      onResize: async (pass) => {
        await replaceBalloon('node-a')
        return pass()
      },
    })
    const ran = await nodesize(setHalf, proxy)
    expect(ran).toMatchObject({ exit: 4, stdout: '' })
    expect(ran.stderr).toContain('and its balloon is gone')
    expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
  })

  test('after the resize has arrived hands the size on to the next one, once', async () => {
    const { name } = (await balloonOf('node-a')).metadata
    await interfere({
      onResize: async (pass, count) => {
        if (count > 1) return pass()
        // A kubelet that grants it before it is deleted would be the answer that the command waits for.
        await stopKubelet('node-a')
        const answer = await pass()
        await deleteBalloon(name)
        await startKubelet('node-a')
        await untilSettled('node-a')
        return answer
      },
    })
    expect(await nodesize(setHalf, proxy)).toMatchObject({ exit: 0, stdout: expect.stringContaining('resized') })
    expect(proxy.count()).toBe(2)
    expect((await balloonOf('node-a')).metadata.generation).toBe(2)
    expect((await sizeOf('node-a')).size.cpu).toBe(await cpuShare('node-a', 50n))
  })

  test('while its kubelet is down leaves the node at its full size, and says so', async () => {
    const { name } = (await balloonOf('node-a')).metadata
    await stopKubelet('node-a')
    await interfere({ onResize: (pass) => pass(), onWaiting: () => deleteBalloon(name) })
    const ran = await nodesize([...setHalf, '--timeout=3s'], proxy)
    await startKubelet('node-a')
    expect(ran).toMatchObject({ exit: 7, stdout: '' })
    expect(ran.stderr).toContain("node 'node-a': its balloon was replaced, and the new one has not started")
    expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
  })
})

test('a balloon that finds no room is Pending, and can be resized when it has found some', async () => {
  const filler = { name: 'filler', node: 'node-a' } as const
  await unlabelNodes('node-a')
  const { allocatable, requested } = await sizeOf('node-a')
  await runWorkload({ ...filler, cpu: formatCpu(cpuOf(allocatable.cpu) - cpuOf(requested.cpu)) })
  await labelNodes('node-a')
  await until(async () => (await sizeOf('node-a')).state === 'Pending', 'the balloon is not Pending')
  const ran = await nodesize(setHalf)
  await removeWorkload(filler)
  expect(ran).toMatchObject({ exit: 5, stderr: expect.stringContaining('a balloon that is not scheduled') })
  await untilSettled('node-a')
  expect(await nodesize(setHalf)).toMatchObject({ exit: 0 })
})
