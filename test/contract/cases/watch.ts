import { expect } from '@jest/globals'
import { make, patchCall, pathOf, removeNow } from '../requests.ts'
import type { Case, Entity, Subject, Watching } from '../subject.ts'

const collection = pathOf('configmaps')

async function watching(subject: Subject, query: Readonly<Record<string, string>>): Promise<Watching> {
  const watch = await subject.watch(collection, query)
  subject.afterwards(async () => watch.stop())
  return watch
}

/** The version of the list that shows nothing of this name. */
async function versionBefore(subject: Subject, name: string): Promise<string> {
  const query = { fieldSelector: `metadata.name=${name}` }
  return (await subject.request({ method: 'GET', path: collection, query })).body.metadata.resourceVersion
}

/** In this order, and no others. */
async function expectTypes(subject: Subject, watch: Watching, types: readonly string[]): Promise<void> {
  await subject.eventually(async () => expect(watch.events.map(({ type }) => type)).toEqual(types))
}

async function changeThrice(subject: Subject, name: string): Promise<void> {
  await make(subject, collection, { metadata: { name }, data: { a: '1' } })
  await subject.request(patchCall(`${collection}/${name}`, 'merge', { data: { a: '2' } }))
  await removeNow(subject, `${collection}/${name}`)
}

const lifecycle = ['ADDED', 'MODIFIED', 'DELETED']

export const watches: readonly Case[] = [
  {
    name: 'a watch shows each change of the one name, in order',
    async run(subject) {
      const name = subject.name()
      const resourceVersion = await versionBefore(subject, name)
      const watch = await watching(subject, { fieldSelector: `metadata.name=${name}`, resourceVersion })
      await changeThrice(subject, name)
      await expectTypes(subject, watch, lifecycle)
      const versions = watch.events.map(({ object }) => Number(object.metadata.resourceVersion))
      expect(versions).toEqual([...versions].sort((one, other) => one - other))
      expect(watch.events[0]?.object).toMatchObject({ kind: 'ConfigMap', metadata: { name } })
    },
  },
  {
    name: 'a watch that begins late shows what happened since its resourceVersion',
    async run(subject) {
      const name = subject.name()
      const resourceVersion = await versionBefore(subject, name)
      await changeThrice(subject, name)
      const watch = await watching(subject, { fieldSelector: `metadata.name=${name}`, resourceVersion })
      await expectTypes(subject, watch, lifecycle)
    },
  },
  {
    name: 'a watch without a resourceVersion begins with what is there',
    async run(subject) {
      const { metadata } = await make(subject, collection, { metadata: { name: subject.name() } })
      const watch = await watching(subject, { fieldSelector: `metadata.name=${metadata.name}` })
      await expectTypes(subject, watch, ['ADDED'])
    },
  },
  {
    name: 'a watch shows nothing of a change that changed nothing',
    async run(subject) {
      const name = subject.name()
      const { metadata } = await make<Entity>(subject, collection, { metadata: { name }, data: { a: '1' } })
      const query = { fieldSelector: `metadata.name=${name}`, resourceVersion: metadata.resourceVersion }
      const watch = await watching(subject, query)
      await subject.request(patchCall(`${collection}/${name}`, 'merge', { data: { a: '1' } }))
      await subject.request(patchCall(`${collection}/${name}`, 'merge', { data: { a: '2' } }))
      await expectTypes(subject, watch, ['MODIFIED'])
    },
  },
  {
    name: 'an object that no longer matches the selector is shown as deleted',
    async run(subject) {
      const name = subject.name()
      const { metadata } = await make(subject, collection, { metadata: { name, labels: { own: name } } })
      const query = { labelSelector: `own=${name}`, resourceVersion: metadata.resourceVersion }
      const watch = await watching(subject, query)
      await subject.request(patchCall(`${collection}/${name}`, 'merge', { metadata: { labels: { own: 'other' } } }))
      await subject.request(patchCall(`${collection}/${name}`, 'merge', { metadata: { labels: { own: name } } }))
      await expectTypes(subject, watch, ['DELETED', 'ADDED'])
    },
  },
  {
    name: 'a watch ends at its timeout',
    async run(subject) {
      const watch = await watching(subject, { fieldSelector: `metadata.name=${subject.name()}`, timeoutSeconds: '1' })
      await subject.eventually(async () => expect(watch.ended()).toBe(true))
      expect(watch.status).toBe(200)
    },
  },
  {
    name: 'a watch with bookmarks ends with one that has a newer resourceVersion',
    async run(subject) {
      const name = subject.name()
      const resourceVersion = await versionBefore(subject, name)
      const query = {
        fieldSelector: `metadata.name=${name}`,
        resourceVersion,
        allowWatchBookmarks: 'true',
        timeoutSeconds: '3',
      }
      const watch = await watching(subject, query)
      await make(subject, collection, { metadata: { name: subject.name() } })
      await subject.eventually(async () => expect(watch.ended()).toBe(true))
      const last = watch.events.at(-1)
      expect(last).toMatchObject({ type: 'BOOKMARK', object: { kind: 'ConfigMap' } })
      expect(Number(last?.object.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(resourceVersion))
    },
  },
]
