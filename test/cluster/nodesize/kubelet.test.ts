import { afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { Ran } from '../../support/run-process.ts'
import { nodesize } from '../commands.ts'
import { until } from '../until.ts'
import { cpuShare } from './allocatable.ts'
import { balloonOf, least, requestsOf } from './balloons.ts'
import { ctrlC } from './ctrl-c.ts'
import { keepInstalled } from './installation.ts'
import { startKubelet, stopKubelet } from './kubelet.ts'
import { startResizeProxy } from './resize-proxy.ts'
import { sizeOf } from './sizes.ts'

keepInstalled()

const setHalf = ['set', 'node-a', '--cpu', '50%']

describe('a kubelet that is down', () => {
  afterEach(() => startKubelet('node-a'))

  test('cannot confirm a smaller node, so it is reverted', async () => {
    await stopKubelet('node-a')
    const ran = await nodesize([...setHalf, '--timeout=1s'])
    expect(ran).toMatchObject({ exit: 7, stdout: '', stderr: expect.stringContaining('not confirmed, and reverted') })
    expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
  })

  test('is not waited for after Ctrl-C', async () => {
    const { onStart, press } = ctrlC()
    const proxy = await startResizeProxy({ onResize: (pass) => pass(), onWaiting: press })
    await stopKubelet('node-a')
    const ran = await nodesize(setHalf, { ...proxy, onStart })
    await proxy.close()
    expect(ran).toMatchObject({
      exit: 130,
      stderr: expect.stringMatching(/interrupted.*the resize.*was reverted/),
    })
    expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
  })
})

describe('a kubelet that has just started', () => {
  /** As a kubelet decides half a minute after its start, both nodes wait for theirs at the same time. */
  let ran: Record<'asked' | 'askedAgain' | 'smaller', Ran>

  beforeAll(async () => {
    await nodesize(['set', 'node-a', '--cpu', '50%'])
    await Promise.all([stopKubelet('node-a'), stopKubelet('node-b')])
    const asked = await nodesize(['set', 'node-a', '--cpu', '70%', '--timeout=1s'])
    const [askedAgain, smaller] = await Promise.all([
      startKubelet('node-a').then(() => nodesize(['set', 'node-a', '--cpu', '70%'])),
      startKubelet('node-b').then(() => nodesize(['set', 'node-b', '--cpu', '50%'])),
    ])
    ran = { asked, askedAgain, smaller }
  })

  test('grants what was asked for while it was down', async () => {
    expect(ran.asked).toMatchObject({
      exit: 7,
      stdout: '',
      stderr: expect.stringContaining('requested, but not confirmed'),
    })
    expect(ran.askedAgain).toMatchObject({ exit: 0, stderr: '', stdout: expect.stringContaining('unchanged') })
    const share = await cpuShare('node-a', 70n)
    // The scheduler counts the larger of what is granted and what the container still has: both have to arrive.
    await until(async () => {
      const { state, size } = await sizeOf('node-a')
      return state === 'Ready' && size.cpu === share
    }, `node-a does not have cpu ${share}`)
  })

  test('is given the time to decide', async () => {
    expect(ran.smaller).toMatchObject({ exit: 0, stderr: '', stdout: expect.stringContaining('resized') })
  })
})
