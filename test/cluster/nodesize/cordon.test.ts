import { afterEach, expect, test } from '@jest/globals'
import { balloon } from '../../../src/lib/names.ts'
import { parseMark } from '../../../src/lib/sizes/model/cordon.ts'
import { nodesize } from '../commands.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { pausePod, podStatus, waitForPod } from '../pods.ts'
import { cpuShare } from './allocatable.ts'
import { balloonOf, least, requestsOf } from './balloons.ts'
import { cordonOf, free } from './cordons.ts'
import { ctrlC } from './ctrl-c.ts'
import { keepInstalled } from './installation.ts'
import { startKubelet, stopKubelet } from './kubelet.ts'
import { startResizeProxy } from './resize-proxy.ts'

keepInstalled()
afterEach(async () => {
  await kubectl(['delete', 'pod', rival.name, '--ignore-not-found'])
  await kubectl(['uncordon', 'node-b'])
  await kubectl(['annotate', 'node', 'node-b', `${balloon.cordonAnnotation}-`])
})

const rival = { name: 'cordon-rival' } as const
const setHalf = ['set', 'node-b', '--cpu', '50%']

test('a node is cordoned while the resize is sent, and not afterwards', async () => {
  const seen: object[] = []
  const proxy = await startResizeProxy({
    onResize: async (pass) => {
      seen.push(await cordonOf('node-b'))
      return pass()
    },
  })
  expect(await nodesize(setHalf, proxy)).toMatchObject({ exit: 0, stderr: '' })
  await proxy.close()
  expect(seen).toEqual([{ cordoned: true, mark: expect.any(String) }])
  expect(parseMark((seen[0] as { mark: string }).mark)).toMatchObject({ by: 'admin' })
  expect(await cordonOf('node-b')).toEqual(free)
})

test('a node that a person has cordoned stays so', async () => {
  await kubectl(['cordon', 'node-b'])
  expect(await nodesize(setHalf)).toMatchObject({ exit: 0, stderr: '' })
  expect(await cordonOf('node-b')).toEqual({ cordoned: true, mark: undefined })
})

test('Ctrl-C undoes the cordon and the resize', async () => {
  const { onStart, press } = ctrlC()
  const proxy = await startResizeProxy({ onResize: (pass) => pass(), onWaiting: press })
  await stopKubelet('node-b')
  const ran = await nodesize(setHalf, { ...proxy, onStart })
  await proxy.close()
  expect(ran).toMatchObject({ exit: 130 })
  expect(await cordonOf('node-b')).toEqual(free)
  expect(requestsOf(await balloonOf('node-b'))).toEqual(least)
  await startKubelet('node-b')
}, 120_000)

test('what kill -9 leaves is undone by cancel', async () => {
  let pid = 0
  const cpu = await cpuShare('node-b', 60n)
  const proxy = await startResizeProxy({
    onResize: async (pass) => {
      // Past the scheduler, so that the kubelet defers the resize.
      await applyObjects([pausePod({ ...rival, nodeName: 'node-b', resources: { requests: { cpu, memory: '16Mi' } } })])
      await waitForPod(rival.name)
      const answer = await pass()
      process.kill(pid, 'SIGKILL')
      return answer
    },
  })
  const onStart = (its: number) => {
    pid = its
  }
  await nodesize(setHalf, { ...proxy, onStart })
  await proxy.close()
  expect(await cordonOf('node-b')).toEqual({ cordoned: true, mark: expect.any(String) })
  expect(requestsOf(await balloonOf('node-b'))).not.toEqual(least)

  const ran = await nodesize(['cancel', 'node-b'])
  expect(ran).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^node\/node-b resized: /) })
  expect(ran.stderr).toMatch(/^node 'node-b': uncordoned: nodesize had cordoned it at \S+Z, run by admin$/m)
  expect(await cordonOf('node-b')).toEqual(free)
  expect(requestsOf(await balloonOf('node-b'))).toEqual(least)
  const { phase, containerStatuses } = await podStatus(rival.name)
  expect({ phase, restarts: containerStatuses[0]?.restartCount }).toEqual({ phase: 'Running', restarts: 0 })
})
