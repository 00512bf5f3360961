import { afterEach, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { balloonOf, least, requestsOf } from './balloons.ts'
import { cordonOf, free } from './cordons.ts'
import { ctrlC } from './ctrl-c.ts'
import { keepInstalled } from './installation.ts'
import { type Interference, type ResizeProxy, startResizeProxy } from './resize-proxy.ts'

keepInstalled()

const setHalf = ['set', 'node-a', '--cpu', '50%']

let proxy: ResizeProxy
const { onStart, press } = ctrlC()
afterEach(async () => proxy.close())

const interfere = async (onResize: Interference['onResize']): Promise<void> => {
  proxy = await startResizeProxy({ onResize })
}
const withProxy = () => ({ ...proxy, onStart })

const notAnyMore = expect.stringContaining('the resize did not arrive, and no longer can')

test('a resize that is dropped on its way changes nothing for the kubelet', async () => {
  const before = await balloonOf('node-a')
  await interfere(async (pass, count) => (count === 1 ? undefined : pass()))
  expect(await nodesize(setHalf, withProxy())).toMatchObject({ exit: 6, stderr: notAnyMore })
  expect((await balloonOf('node-a')).metadata.generation).toBe(before.metadata.generation)
})

test('a resize that may still arrive is reported as such, with the command that would revert it', async () => {
  await interfere(async () => undefined)
  const ran = await nodesize(setHalf, withProxy())
  expect(ran).toMatchObject({
    exit: 7,
    stderr: expect.stringContaining('had not arrived when checked, and still may'),
  })
  expect(ran.stderr).toMatch(/kubectl patch pod \S+ -n kube-system --subresource resize --type json -p '\[.*\]'/)
})

test('a resize that arrives after all was said and done is refused by the API server', async () => {
  const before = await balloonOf('node-a')
  const late: (() => Promise<unknown>)[] = []
  await interfere(async (pass, count) => {
    if (count > 1) return pass()
    late.push(pass)
    return undefined
  })
  expect(await nodesize(setHalf, withProxy())).toMatchObject({ exit: 6, stderr: notAnyMore })
  for (const pass of late) await pass()
  expect((await balloonOf('node-a')).metadata.generation).toBe(before.metadata.generation)
})

test('a resize whose answer is lost makes no node smaller', async () => {
  await interfere(async (pass, count) => {
    const answer = await pass()
    return count === 1 ? undefined : answer
  })
  const ran = await nodesize(setHalf, withProxy())
  expect(ran).toMatchObject({ exit: 6, stderr: expect.stringContaining('the resize arrived, and was reverted') })
  expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
})

test('a resize whose answer is lost may make a node larger', async () => {
  expect(await nodesize(setHalf)).toMatchObject({ exit: 0 })
  await interfere(async (pass) => {
    await pass()
    return undefined
  })
  const ran = await nodesize(['reset', 'node-a'], withProxy())
  expect(ran).toMatchObject({ exit: 7, stderr: expect.stringContaining('the resize arrived and stands') })
  expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
})

/** As if the API server took its time: nothing comes any more. */
const never = new Promise<undefined>(() => undefined)

test('Ctrl-C before the resize has arrived changes nothing', async () => {
  const before = await balloonOf('node-a')
  await interfere((pass, count) => {
    if (count > 1) return pass()
    press()
    return never
  })
  expect(await nodesize(setHalf, withProxy())).toMatchObject({ exit: 130, stderr: notAnyMore })
  expect((await balloonOf('node-a')).metadata.generation).toBe(before.metadata.generation)
})

test('Ctrl-C before the answer has come reverts the resize', async () => {
  await interfere(async (pass, count) => {
    const answer = await pass()
    if (count > 1) return answer
    press()
    return never
  })
  const ran = await nodesize(setHalf, withProxy())
  expect(ran).toMatchObject({
    exit: 130,
    stderr: expect.stringContaining('the resize arrived, and was reverted'),
  })
  expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
})

test('a second Ctrl-C does not wait until the resize is reverted', async () => {
  await interfere(async (pass, count) => {
    if (count === 1) await pass()
    press()
    return never
  })
  const stderr = expect.stringMatching(/^error: stopped immediately: .*\n$/)
  expect(await nodesize(setHalf, withProxy())).toEqual({ exit: 130, stdout: '', stderr })
  expect(requestsOf(await balloonOf('node-a'))).not.toEqual(least)
  // Nor until the cordon is undone, which begins at once: otherwise, cancel does it.
  expect(await nodesize(['cancel', 'node-a'])).toMatchObject({ exit: 0 })
  expect(await cordonOf('node-a')).toEqual(free)
})
