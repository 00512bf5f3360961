import { describe, expect, test } from '@jest/globals'
import { createSandbox } from '../../../src/sandbox/create.ts'
import { defaults } from '../../../src/sandbox/interface/defaults.ts'
import { type Body, mergePatch, start, startTalk, type Talk, talkTo } from '../talk.ts'

const path = '/api/v1/namespaces/default/configmaps'
const make = ({ must }: Talk, name: string, labels = {}): Body =>
  must('POST', path, { body: { metadata: { name, labels }, data: { name } } })
const change = ({ must }: Talk, name: string, body: Body): Body =>
  must('PATCH', `${path}/${name}`, { body, contentType: mergePatch })
const names = (list: Body): string[] => list.items.map((item: Body) => item.metadata.name)

function startWith(...all: string[]): Talk {
  const talk = startTalk()
  for (const name of all) make(talk, name, { first: name[0] })
  return talk
}

/** So many changes that the ones before are forgotten. */
function forget({ must }: Talk): void {
  for (let i = 0; i < 1_000; i++) {
    must('POST', path, { body: { metadata: { name: 'passing' } } })
    must('DELETE', `${path}/passing`)
  }
}

describe('a list', () => {
  test('is sorted by name and says of which revision it is', () => {
    const talk = startWith('b', 'c', 'a')
    const last = make(talk, 'd')
    const list = talk.must('GET', path)
    expect(names(list)).toEqual(['a', 'b', 'c', 'd'])
    expect(list.metadata).toEqual({ resourceVersion: last.metadata.resourceVersion })
    expect(list.items[0]).not.toHaveProperty('kind')
  })

  test('comes in pages of one revision, whatever happens between them', () => {
    const talk = startWith('a', 'b', 'c', 'd')
    const first = talk.must('GET', path, { query: { limit: '2' } })
    expect(first.metadata.remainingItemCount).toBe(2)
    talk.must('DELETE', `${path}/d`)
    make(talk, 'cc')
    change(talk, 'c', { data: { name: 'changed' } })
    const rest = talk.must('GET', path, { query: { continue: first.metadata.continue } })
    expect(names(rest)).toEqual(['c', 'd'])
    expect(rest.items[0].data.name).toBe('c')
    expect(rest.metadata.resourceVersion).toBe(first.metadata.resourceVersion)
    expect(names(talk.must('GET', path))).toEqual(['a', 'b', 'c', 'cc'])
  })

  test('that is continued too late is gone, and says how to go on', () => {
    const talk = startWith('a', 'b', 'c')
    const first = talk.must('GET', path, { query: { limit: '1' } })
    forget(talk)
    const late = talk.ask('GET', path, { query: { limit: '1', continue: first.metadata.continue } })
    expect(late.body).toMatchObject({ code: 410, reason: 'Expired' })
    const rest = talk.must('GET', path, { query: { continue: late.body.metadata.continue } })
    expect(names(rest)).toEqual(['b', 'c'])
  })

  test.each([
    ['first=a', ['a']],
    ['first==a', ['a']],
    ['first!=a', ['b', 'c']],
    ['first in (a, c)', ['a', 'c']],
    ['first notin (a,b)', ['c']],
    ['first,!second', ['a', 'b', 'c']],
    ['second', []],
    ['first in (a,b),first!=b', ['a']],
  ])('by label %s', (labelSelector, expected) => {
    const { must } = startWith('a', 'b', 'c')
    expect(names(must('GET', path, { query: { labelSelector } }))).toEqual(expected)
  })

  test.each([
    ['metadata.name=b', ['b']],
    ['metadata.name!=b', ['a', 'c']],
    ['metadata.name=b,metadata.namespace=default', ['b']],
    ['metadata.name=b,metadata.namespace=other', []],
  ])('by field %s', (fieldSelector, expected) => {
    const { must } = startWith('a', 'b', 'c')
    expect(names(must('GET', path, { query: { fieldSelector } }))).toEqual(expected)
  })
})

describe('a watch', () => {
  const seen = (events: readonly Body[]): string[] =>
    events.map(({ type, object }) => `${type} ${object.metadata.name}`)

  test('without a revision begins with what is there', () => {
    const talk = startWith('a', 'b')
    const { events } = talk.watch(path)
    make(talk, 'c')
    change(talk, 'a', { data: { x: 'y' } })
    talk.must('DELETE', `${path}/b`)
    expect(seen(events)).toEqual(['ADDED a', 'ADDED b', 'ADDED c', 'MODIFIED a', 'DELETED b'])
  })

  test('from a revision has each change after it once', () => {
    const talk = startWith('a')
    const { metadata } = talk.must('GET', path)
    make(talk, 'b')
    const { events, stop } = talk.watch(path, { resourceVersion: metadata.resourceVersion })
    make(talk, 'c')
    stop()
    make(talk, 'd')
    expect(seen(events)).toEqual(['ADDED b', 'ADDED c'])
  })

  test('from a revision that is not reached yet is silent until then', () => {
    const talk = startWith('a')
    const { metadata } = talk.must('GET', path)
    const future = String(Number(metadata.resourceVersion) + 2)
    const { events } = talk.watch(path, { resourceVersion: future, allowWatchBookmarks: 'true' })
    talk.sandbox.advance(1)
    for (const name of ['b', 'c', 'd']) make(talk, name)
    expect(seen(events)).toEqual(['ADDED d'])
  })

  test('ends when etcd is restored: objects and versions are those of the backup', () => {
    const sandbox = createSandbox({ ...defaults, now: start, nodes: 0 })
    const talk = talkTo(sandbox)
    make(talk, 'a')
    const before = talk.must('GET', path)
    const backup = sandbox.backup()
    make(talk, 'b')
    const { ended } = talk.watch(path)
    sandbox.restore(backup)
    expect(ended()).toBe(true)
    expect(talk.must('GET', path)).toEqual(before)
    const { events } = talk.watch(path, { resourceVersion: '1' })
    expect(events).toMatchObject([{ type: 'ERROR', object: { code: 410 } }])
  })

  test('sees what enters and leaves its selection come and go', () => {
    const talk = startWith('a', 'b')
    const { events } = talk.watch(path, { labelSelector: 'first=a' })
    change(talk, 'b', { metadata: { labels: { first: 'a' } } })
    change(talk, 'a', { metadata: { labels: { first: null } } })
    expect(seen(events)).toEqual(['ADDED a', 'ADDED b', 'DELETED a'])
  })

  test('from a revision that is forgotten is told so, and ends', () => {
    const talk = startWith('a')
    const { events, ended } = talk.watch(path, { resourceVersion: '1' })
    expect(events).toMatchObject([{ type: 'ERROR', object: { code: 410, reason: 'Expired' } }])
    expect(ended()).toBe(true)
  })

  test('has a bookmark each minute, and ends when its time is over', () => {
    const talk = startWith()
    const { events, ended } = talk.watch(path, { allowWatchBookmarks: 'true', timeoutSeconds: '130' })
    talk.sandbox.advance(125_000)
    expect(events.map(({ type }) => type)).toEqual(['BOOKMARK', 'BOOKMARK'])
    expect(ended()).toBe(false)
    talk.sandbox.advance(5000)
    expect(ended()).toBe(true)
  })
})
