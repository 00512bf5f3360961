import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { configMapPath } from '../../../../src/lib/api/kinds.ts'
import { mayChange } from '../../../../src/lib/cluster/http/transport.ts'
import { desired } from '../../../../src/lib/names.ts'
import { fullSize } from '../../../../src/lib/sizes/model/size.ts'
import { applyResizes } from '../../../../src/lib/sizes/resize/apply-resizes.ts'
import { planResizes } from '../../../../src/lib/sizes/resize/plan-resizes.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { forbidden, limits } from '../../cluster/clusters.ts'
import { bindPod, isResize, keepDesired, resizeByHand, runPod } from './balloons.ts'
import { fourCores, onResizes } from './four-cores.ts'
import { type Change, cpu, heldCpu, isDesiredSizeWrite, keptSize, resizeNodeA, usual } from './kept-sizes.ts'

const two = { cpu: '2', hold: 'size', by: 'kubernetes-admin' }
let world: InProcess
const ask = (change: Change) => resizeNodeA(world, change)
const kept = () => keptSize(world)
const held = () => heldCpu(world)

beforeEach(() => {
  world = fourCores()
})
afterEach(() => world[Symbol.dispose]())

describe('a size that is set is stored', () => {
  test('before the balloon is resized, with who asked', async () => {
    expect(await ask({ size: cpu('2') })).toEqual({ outcome: 'resized', warnings: [] })
    expect([kept(), held()]).toEqual([two, '2'])
    const writes = world.sent.filter((call) => mayChange(call) && (isDesiredSizeWrite(call) || isResize(call)))
    expect(writes.map(isDesiredSizeWrite)).toEqual([true, false])
  })
  test('also when the balloon has it already', async () => {
    resizeByHand(world, { cpu: '2', memory: '16Mi' })
    world.sandbox.advance(1_000)
    expect(await ask({ size: cpu('2') })).toEqual({ outcome: 'stored', warnings: [] })
    expect(kept()).toEqual(two)
  })
  test('once: the same again writes nothing', async () => {
    await ask({ size: cpu('2') })
    const before = world.sent.length
    await ask({ size: cpu('2') })
    expect(world.sent.slice(before).filter(isDesiredSizeWrite)).toEqual([])
  })
  test('with a reason, also when only that is new', async () => {
    await ask({ size: cpu('2') })
    await ask({ size: cpu('2'), message: 'batch night' })
    expect(kept()).toEqual({ ...two, message: 'batch night' })
  })
  test('with what it holds', async () => {
    await ask({ size: cpu('3'), hold: 'balloon' })
    expect(kept()).toEqual({ cpu: '1', hold: 'balloon', by: 'kubernetes-admin' })
    await ask({ size: cpu('2') })
    expect(kept()).toEqual({ cpu: '2', hold: 'balloon', by: 'kubernetes-admin' })
  })
  test('and forgotten when the node gets its full size', async () => {
    await ask({ size: cpu('2') })
    expect(await ask({ size: fullSize })).toEqual({ outcome: 'resized', warnings: [] })
    expect([kept(), held()]).toEqual([undefined, '1m'])
  })
  test('but not in a dry run', async () => {
    for (const dryRun of ['client', 'server'] as const) await ask({ size: cpu('2'), dryRun })
    expect(kept()).toBeUndefined()
  })
  test('nor when the size is refused', async () => {
    expect(await ask({ size: cpu('500m') })).toMatchObject({ failed: 'refused' })
    expect(await ask({ size: cpu('9') })).toMatchObject({ failed: 'invalid' })
    expect([kept(), world.sent.some(isDesiredSizeWrite)]).toEqual([undefined, false])
  })
})

describe('a resize that fails puts the desired size back', () => {
  test.each([
    ['none', null, undefined],
    ['another', '{"cpu":"3"}', { cpu: '3' }],
    ['nonsense', 'nonsense', 'nonsense'],
  ])('to what was there: %s', async (_, before, after) => {
    keepDesired(world, 'node-a', before)
    onResizes(world, () => forbidden('no'))
    expect(await ask({ size: cpu('2') })).toMatchObject({ failed: 'refused', fact: { reason: 'NodeNotResized' } })
    expect([kept(), held()]).toEqual([after, '1m'])
  })
  test('when it was deferred and reverted', async () => {
    onResizes(world, () => {
      bindPod(world, { name: 'fast', cpu: '2', memory: '1Gi' })
      return undefined
    })
    expect(await ask({ size: cpu('2') })).toMatchObject({ failed: 'reverted' })
    expect([kept(), held()]).toEqual([undefined, '1m'])
  })
  test('but not over what somebody else has stored since', async () => {
    onResizes(world, () => {
      keepDesired(world, 'node-a', '{"cpu":"3"}')
      return forbidden('no')
    })
    expect(await ask({ size: cpu('2') })).toMatchObject({ failed: 'refused' })
    expect(kept()).toEqual({ cpu: '3' })
  })
  test('unless the balloon may keep what it asks for', async () => {
    await ask({ size: cpu('2') })
    world.sandbox.stopKubelet('node-a')
    expect(await ask({ size: cpu('3') })).toMatchObject({ fact: { reason: 'ResizeNotConfirmed' } })
    expect([kept(), held()]).toEqual([{ ...two, cpu: '3' }, '1'])
  })
  test('and says so when it cannot', async () => {
    let writes = 0
    world.mishap = (call) => {
      if (isResize(call)) return forbidden('no')
      return isDesiredSizeWrite(call) && ++writes > 1 ? forbidden('no') : undefined
    }
    expect(await ask({ size: cpu('2') })).toMatchObject({
      failed: 'refused',
      fact: { reason: 'DesiredSizeLeft', subject: { name: 'node-a' }, after: { reason: 'AccessDenied' } },
    })
  })
})

describe('what is stored already', () => {
  test('is replaced if it is nonsense, which is said', async () => {
    keepDesired(world, 'node-a', 'nonsense')
    expect(await ask({ size: cpu('2') })).toMatchObject({
      outcome: 'resized',
      warnings: [
        { reason: 'InvalidDesiredSizeReplaced', problems: [{ reason: 'DesiredSizeNotAnObject', key: 'node-a' }] },
      ],
    })
    expect(kept()).toEqual(two)
  })
  test('by a command that was faster is not overwritten, and the node is left alone', async () => {
    const plan = await planResizes(world, { ...usual, size: cpu('2') }, limits)
    keepDesired(world, 'node-a', '{"cpu":"3"}')
    const [item] = await applyResizes(world, plan, limits)
    expect(item?.outcome.failure).toMatchObject({ code: 'conflict', fact: { reason: 'DesiredSizeChanged' } })
    expect([kept(), held()]).toEqual([{ cpu: '3' }, '1m'])
  })
  test('becomes what is granted when a claim is canceled', async () => {
    keepDesired(world, 'node-a', '{"cpu":"1"}')
    runPod(world, { name: 'fast', cpu: '2', memory: '1Gi' })
    resizeByHand(world, { cpu: '2', memory: '1Gi' })
    world.sandbox.advance(1_000)
    expect(await ask({ size: 'granted' })).toMatchObject({ outcome: 'resized' })
    expect([kept(), held()]).toEqual([undefined, '1m'])
  })
  test('stays when there is nothing to cancel', async () => {
    keepDesired(world, 'node-a', '{"cpu":"1"}')
    expect(await ask({ size: 'granted' })).toMatchObject({ outcome: 'unchanged' })
    expect(kept()).toEqual({ cpu: '1' })
  })
})

describe('without a place for it, a node is resized all the same', () => {
  const warnings = async () => (await planResizes(world, { ...usual, size: cpu('2') }, limits)).warnings

  test('in an installation that is older', async () => {
    for (const name of desired.configMaps) world.asAdmin({ method: 'DELETE', path: configMapPath('kube-system', name) })
    expect(await warnings()).toEqual([{ reason: 'DesiredSizesNotInstalled', namespace: 'kube-system' }])
    expect(await ask({ size: cpu('2') })).toEqual({ outcome: 'resized', warnings: [] })
    expect((await planResizes(world, { ...usual, size: fullSize }, limits)).warnings).toEqual([])
  })
  test('without the right to read', async () => {
    world.mishap = (call) => (call.path.includes('/configmaps') ? forbidden('no') : undefined)
    const notRead = [{ reason: 'DesiredSizesNotRead', because: { reason: 'AccessDenied' } }]
    expect(await warnings()).toMatchObject(notRead)
    // What is stored for it may be restored.
    expect((await planResizes(world, { ...usual, size: fullSize }, limits)).warnings).toMatchObject(notRead)
    expect(await ask({ size: cpu('2') })).toEqual({ outcome: 'resized', warnings: [] })
  })
  test('without the right to write', async () => {
    world.mishap = (call) => (isDesiredSizeWrite(call) ? forbidden('no') : undefined)
    expect(await ask({ size: cpu('2') })).toMatchObject({
      outcome: 'resized',
      warnings: [{ reason: 'DesiredSizeNotStored', subject: { name: 'node-a' }, because: { reason: 'AccessDenied' } }],
    })
  })
  test('without the right to write, and nothing is put back when the resize fails', async () => {
    world.mishap = (call) => (isDesiredSizeWrite(call) || isResize(call) ? forbidden('no') : undefined)
    expect(await ask({ size: cpu('2') })).toMatchObject({ failed: 'refused', fact: { reason: 'NodeNotResized' } })
    expect(world.sent.filter(isDesiredSizeWrite)).toHaveLength(1)
  })
})
