import { describe, expect, test } from '@jest/globals'
import { lists, reading, textsIn, watches, writer } from './texts.ts'

describe('a reader of a collection', () => {
  test('gets what is there, then each change with what was before', async () => {
    const { world, texts } = textsIn()
    using _ = world
    const { create, change, remove } = writer(world)
    create('a', 'one')
    create('other')
    const reader = reading(texts)
    expect(await reader.take(2)).toEqual([{ type: 'added', name: 'a', object: 'one' }, { type: 'synced' }])
    create('b', 'two')
    change('a', 'three')
    expect(await reader.take(2)).toEqual([
      { type: 'added', name: 'b', object: 'two' },
      { type: 'modified', name: 'a', before: 'one', object: 'three' },
    ])
    remove('a')
    expect(await reader.take(1)).toEqual([{ type: 'deleted', name: 'a', before: 'three' }])
    expect([...texts.store]).toEqual([['b', 'two']])
  })

  test('that is slow misses states in between, and never the newest', async () => {
    const { world, texts } = textsIn()
    using _ = world
    const { create, change, remove } = writer(world)
    create('a', 'one')
    create('b', 'one')
    const [fast, slow] = [reading(texts), reading(texts)]
    await Promise.all([fast.take(3), slow.take(3)])
    for (const text of ['two', 'three', 'four']) {
      change('a', text)
      await fast.take(1)
    }
    remove('b')
    await fast.take(1)
    expect(await slow.take(2)).toEqual([
      { type: 'modified', name: 'a', before: 'one', object: 'four' },
      { type: 'deleted', name: 'b', before: 'one' },
    ])
  })

  test('sees that an object was made again', async () => {
    const { world, texts } = textsIn()
    using _ = world
    const { create, remove } = writer(world)
    create('a', 'one')
    const reader = reading(texts)
    await reader.take(2)
    remove('a')
    create('a', 'two')
    expect(await reader.take(2)).toEqual([
      { type: 'deleted', name: 'a', before: 'one' },
      { type: 'added', name: 'a', object: 'two' },
    ])
  })

  test('shares one list and one watch with all others', async () => {
    const { world, texts } = textsIn()
    using _ = world
    writer(world).create('a', 'one')
    const first = reading(texts)
    await first.take(2)
    const second = reading(texts)
    expect(await second.take(2)).toEqual([{ type: 'added', name: 'a', object: 'one' }, { type: 'synced' }])
    writer(world).change('a', 'two')
    await Promise.all([first.take(1), second.take(1)])
    expect([lists(world).length, watches(world).length]).toEqual([1, 1])
  })

  test('who comes after the last has gone begins anew', async () => {
    const { world, texts } = textsIn()
    using _ = world
    const first = reading(texts)
    await first.take(1)
    await first.stop()
    writer(world).create('a', 'one')
    expect(await reading(texts).take(2)).toEqual([{ type: 'added', name: 'a', object: 'one' }, { type: 'synced' }])
    expect(lists(world)).toHaveLength(2)
  })
})
