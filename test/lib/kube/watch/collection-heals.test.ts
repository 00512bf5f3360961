import { describe, expect, test } from '@jest/globals'
import { patient } from '../http/rest-to.ts'
import { lists, probes, reading, textsIn, writer } from './texts.ts'

describe('a collection heals itself', () => {
  test('a watch that breaks goes on from the last version, without a list', async () => {
    const { world, texts } = textsIn()
    using _ = world
    const { create, change } = writer(world)
    create('a', 'one')
    const reader = reading(texts)
    await reader.take(2)
    change('a', 'two')
    await reader.take(1)
    world.breakWatches()
    change('a', 'three')
    expect(await reader.take(1)).toEqual([{ type: 'modified', name: 'a', before: 'two', object: 'three' }])
    expect(lists(world)).toHaveLength(1)
    expect(probes(world)).toHaveLength(1)
  })

  test.each([410, 503])('a watch that is refused with %d is opened again', async (status) => {
    const { world, texts } = textsIn()
    using _ = world
    const { create, remove } = writer(world)
    create('a', 'one')
    create('b', 'one')
    let refusals = 0
    world.mishap = ({ query }) => (query?.['watch'] && refusals++ < 3 ? { kind: 'answer', status } : undefined)
    const reader = reading(texts)
    await reader.take(3)
    remove('a')
    const deltas = (await reader.take(status === 410 ? 4 : 1)).filter(({ type }) => type !== 'synced')
    expect(deltas).toEqual([{ type: 'deleted', name: 'a', before: 'one' }])
    expect(lists(world)).toHaveLength(status === 410 ? 4 : 1)
  })

  test('everything is read afresh after a while, in pages', async () => {
    const { world, texts } = textsIn({ timing: { relistMs: 60_000 } })
    using _ = world
    const reader = reading(texts)
    expect(await reader.take(1)).toEqual([{ type: 'synced' }])
    const began = world.clock.now()
    expect(await reader.take(1)).toEqual([{ type: 'synced' }])
    expect(world.clock.now() - began).toBeGreaterThan(290_000)
    expect(lists(world).map(({ query }) => query?.['limit'])).toEqual(['500', '500'])
  })

  test('requests that fail are repeated ever more slowly, once it has been read', async () => {
    const { world, texts } = textsIn()
    using _ = world
    const reader = reading(texts)
    await reader.take(1)
    writer(world).create('b', 'one')
    await reader.take(1)
    world.breakWatches()
    const until = world.clock.now() + 60_000
    world.mishap = () => (world.clock.now() < until ? { kind: 'refuse' } : undefined)
    writer(world).create('a', 'one')
    expect(await reader.take(1)).toEqual([{ type: 'added', name: 'a', object: 'one' }])
    expect(world.clock.now()).toBeGreaterThan(until)
  })
})

describe('an etcd that was restored from a backup', () => {
  test.each<[what: string, more: number]>([
    ['when nothing has been written since', 0],
    ['when the versions have not been reached yet', 2],
  ])('is noticed at once, %s', async (_, more) => {
    const { world, texts } = textsIn()
    using _world = world
    const { create, change, remove } = writer(world)
    create('a', 'one')
    create('b', 'one')
    const backup = world.sandbox.backup()
    change('a', 'two')
    remove('b')
    for (let i = 0; i < 10; i++) create(`c${i}`, 'one')
    const reader = reading(texts)
    await reader.take(12)
    await world.clock.sleep(10, patient.signal)
    world.sandbox.restore(backup)
    for (let i = 0; i < more; i++) change('a', `again ${i}`)
    const began = world.clock.now()
    expect((await reader.take(13)).map((delta) => delta.type).toSorted()).toEqual(
      [...Array(10).fill('deleted'), 'added', 'modified', 'synced'].toSorted(),
    )
    expect(texts.store).toEqual(
      new Map([
        ['a', more === 0 ? 'one' : `again ${more - 1}`],
        ['b', 'one'],
      ]),
    )
    expect(world.clock.now() - began).toBeLessThan(1_000)
    change('a', 'three')
    expect(await reader.take(1)).toMatchObject([{ type: 'modified', name: 'a', object: 'three' }])
  })
})

describe('the end of a collection', () => {
  test('is a failure when it cannot be read at first, for all its readers', async () => {
    const { world, texts } = textsIn({ user: { name: 'nobody', groups: [] } })
    using _ = world
    const refused = { code: 'refused', fact: { reason: 'AccessDenied' } }
    const [one, other] = [reading(texts), reading(texts)]
    await Promise.all([one, other].map(({ next }) => expect(next()).rejects.toMatchObject(refused)))
  })

  test('is quiet when the reader gives up or the cluster is closed', async () => {
    const { world, texts } = textsIn()
    using _ = world
    const controller = new AbortController()
    const [one, other] = [reading(texts, { signal: controller.signal }), reading(texts)]
    await Promise.all([one.take(1), other.take(1)])
    controller.abort()
    expect(await one.next()).toEqual({ done: true, value: undefined })
    world.cluster.close()
    expect(await other.next()).toEqual({ done: true, value: undefined })
  })

  test('is a timeout when there is a limit', async () => {
    const { world, texts } = textsIn()
    using _ = world
    const reader = reading(texts, { ...patient, timeoutMs: 5_000 })
    await reader.take(1)
    await expect(reader.next()).rejects.toMatchObject({ code: 'timeout' })
  })
})
