import { expect, test } from '@jest/globals'
import { podPath } from '../../../../src/lib/api/kinds.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { balloonOf, bindPod, isResize } from './balloons.ts'
import { fourCores } from './four-cores.ts'
import { cpu, heldCpu, isDesiredSizeWrite, keptSize, resizeNodeA } from './kept-sizes.ts'

test.each([
  ['granted', undefined],
  ['deferred and reverted', { name: 'fast', cpu: '2', memory: '1Gi' }],
])('whatever request is the last one, a balloon never has a size that is not the desired size: %s', async (_, pod) => {
  const seen = new Set<string>()
  for (let last = 0; ; last++) {
    using own = fourCores()
    let isCut = false
    own.mishap = (call, index) => {
      isCut ||= index > last
      if (!isCut && pod !== undefined && isResize(call) && heldCpu(own) === '1m') bindPod(own, pod)
      return isCut ? { kind: 'refuse' } : undefined
    }
    await resizeNodeA(own, { size: cpu('2') }).catch(() => undefined)
    seen.add(`${(keptSize(own) as { cpu?: string } | undefined)?.cpu} ${heldCpu(own)}`)
    if (!isCut) break
  }
  expect(seen).not.toContain('undefined 2')
  expect(seen).toContain('2 1m')
  expect(seen).toContain(pod === undefined ? '2 2' : 'undefined 1m')
})

test('wherever a command is killed, cancel leaves the desired size that the balloon has', async () => {
  const seen = new Set<string>()
  for (let last = 0; ; last++) {
    using own = fourCores()
    let isCut = false
    own.mishap = (_, index) => {
      isCut ||= index > last
      return isCut ? { kind: 'refuse' } : undefined
    }
    await resizeNodeA(own, { size: cpu('2') }).catch(() => undefined)
    const left = (keptSize(own) as { cpu?: string } | undefined)?.cpu
    if (!isCut) break
    own.mishap = () => undefined
    own.sandbox.advance(2_000)
    await resizeNodeA(own, { size: 'granted' })
    seen.add(`${left}: ${(keptSize(own) as { cpu?: string } | undefined)?.cpu} ${heldCpu(own)}`)
  }
  expect([...seen].filter((one) => !/: (undefined 1m|2 2)$/.test(one))).toEqual([])
  expect(seen).toContain('2: undefined 1m')
})

test.each<[string, (world: InProcess) => Promise<unknown>]>([
  [
    'waits for room',
    async (world) => {
      bindPod(world, { name: 'web-2', cpu: '2', memory: '1Gi' })
      await resizeNodeA(world, { size: cpu('2'), ifFull: 'partial' })
    },
  ],
  [
    'was lost with its balloon',
    async (world) => {
      await resizeNodeA(world, { size: cpu('2') })
      const { name } = balloonOf(world).metadata
      world.asAdmin({ method: 'DELETE', path: podPath('kube-system', name) })
      world.sandbox.advance(60_000)
    },
  ],
])('cancel keeps a size that %s', async (_, happens) => {
  using world = fourCores()
  await happens(world)
  world.sandbox.advance(2_000)
  const [before, held] = [keptSize(world), heldCpu(world)]
  await resizeNodeA(world, { size: 'granted' })
  expect([keptSize(world), heldCpu(world)]).toEqual([before, held])
  expect(before).toMatchObject({ cpu: '2' })
  expect(held).not.toBe('2')
})

test('a desired size whose answer is lost is put back, and the node is left alone', async () => {
  using world = fourCores()
  let writes = 0
  world.mishap = (call) => (isDesiredSizeWrite(call) && ++writes === 1 ? { kind: 'lose-answer' } : undefined)
  expect(await resizeNodeA(world, { size: cpu('2') })).toMatchObject({ failed: 'unreachable' })
  expect([keptSize(world), heldCpu(world)]).toEqual([undefined, '1m'])
})
