import { expect, test } from '@jest/globals'
import { bindPod, isResize } from './balloons.ts'
import { fourCores } from './four-cores.ts'
import { cpu, heldCpu, isWishWrite, keptWish, resizeNodeA } from './kept-wishes.ts'

test.each([
  ['granted', undefined],
  ['deferred and reverted', { name: 'fast', cpu: '2', memory: '1Gi' }],
])('whatever request is the last one, a balloon never has a size that is not the wish: %s', async (_, pod) => {
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
    seen.add(`${(keptWish(own) as { cpu?: string } | undefined)?.cpu} ${heldCpu(own)}`)
    if (!isCut) break
  }
  expect(seen).not.toContain('undefined 2')
  expect(seen).toContain('2 1m')
  expect(seen).toContain(pod === undefined ? '2 2' : 'undefined 1m')
})

test('a wish whose answer is lost is put back, and the node is left alone', async () => {
  using world = fourCores()
  let writes = 0
  world.mishap = (call) => (isWishWrite(call) && ++writes === 1 ? { kind: 'lose-answer' } : undefined)
  expect(await resizeNodeA(world, { size: cpu('2') })).toMatchObject({ failed: 'unreachable' })
  expect([keptWish(world), heldCpu(world)]).toEqual([undefined, '1m'])
})
