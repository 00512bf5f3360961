import { describe, expect, test } from '@jest/globals'
import { collectionOver } from '../../../../src/lib/cluster/watch/collection.ts'
import { startApiServer } from '../../../support/api-server.ts'
import { patient, restTo } from '../http/rest-to.ts'
import { type ConfigMap, lists, path, probes, reading, small, textsIn, timing, writer } from './texts.ts'

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

  test.each([410, 429, 503])('a watch that is refused with %d is opened again', async (status) => {
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

describe('events that a server should not send', () => {
  const line = (type: string, name: string, version: number, text: string): string =>
    `${JSON.stringify({ type, object: { metadata: { name, uid: name, resourceVersion: String(version) }, data: { text } } })}\n`

  /** The deltas after a list of `a` in version 5, and what is known at last. */
  async function afterEvents(...lines: readonly string[]) {
    await using server = await startApiServer(({ query }, response) => {
      if (query['watch'] === undefined)
        return {
          body: {
            ...{ kind: 'ConfigMapList', metadata: { resourceVersion: '5' } },
            items: [{ metadata: { name: 'a', uid: 'a', resourceVersion: '5' }, data: { text: 'five' } }],
          },
        }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write([...lines, line('ADDED', 'end', 99, '')].join(''))
      return undefined
    })
    const texts = collectionOver<ConfigMap, string>(await restTo(server.url), { path, small, timing })
    const deltas: string[] = []
    for await (const delta of texts.changes(patient)) {
      if ('name' in delta && delta.name === 'end') break
      deltas.push(`${delta.type}${'object' in delta ? ` ${delta.object}` : ''}`)
    }
    return { deltas: deltas.slice(2), known: texts.store.get('a') }
  }

  test.each<[what: string, lines: readonly string[], deltas: readonly string[], known: string | undefined]>([
    ['the same once more', [line('MODIFIED', 'a', 5, 'five')], [], 'five'],
    ['the creation of what is there', [line('ADDED', 'a', 5, 'five')], [], 'five'],
    ['a change twice', [line('MODIFIED', 'a', 6, 'six'), line('MODIFIED', 'a', 6, 'six')], ['modified six'], 'six'],
    ['the end of what is not there', [line('DELETED', 'b', 6, '')], [], 'five'],
    ['an end twice', [line('DELETED', 'a', 6, ''), line('DELETED', 'a', 6, '')], ['deleted'], undefined],
    // As from a restored etcd: what comes last is how it is, until the next list.
    ['an older state', [line('MODIFIED', 'a', 4, 'four')], ['modified four'], 'four'],
  ])('%s', async (_, lines, deltas, known) => {
    expect(await afterEvents(...lines)).toEqual({ deltas, known })
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
