import { expect } from '@jest/globals'
import type { StoredDocument } from '../../../src/lib/documents/stored-document.ts'
import { configMapName, globalTarget, nodeTarget } from '../../../src/lib/documents/target.ts'
import type { Documents } from '../../../src/lib/ports/documents.ts'
import { good, make, ownNamespace, patchCall, pathOf, read, removeNow } from '../../contract/requests.ts'
import type { Entity } from '../../contract/subject.ts'
import { limits, type PortCase, type PortSubject } from './port-side.ts'

const target = nodeTarget('node-a')
const name = configMapName(target)
const stamp = { revision: 3, by: 'jane', at: '2026-11-21T00:00:00Z', digest: 'v1:sha256:1', message: 'why' }
const first = { target, body: 'maxPods: 1\n', stamp, replaces: undefined }

interface ConfigMap extends Entity {
  readonly metadata: Entity['metadata'] & { readonly annotations?: Readonly<Record<string, string>> }
  readonly data?: Readonly<Record<string, string>>
  readonly binaryData?: Readonly<Record<string, string>>
}

interface Room {
  readonly documents: Documents
  /** Of the ConfigMaps in the namespace. */
  readonly path: string
  readonly stored: () => Promise<ConfigMap>
}

/** Documents in a namespace of the case's own. */
async function room(subject: PortSubject): Promise<Room> {
  const namespace = await ownNamespace(subject)
  const path = pathOf('configmaps', namespace)
  const { documents } = await subject.connect({ namespace })
  return { documents, path, stored: () => read<ConfigMap>(subject, `${path}/${name}`) }
}

/** Somebody edits it with kubectl. */
const edit = async (subject: PortSubject, { path }: Room, body: object) =>
  good(await subject.request(patchCall(`${path}/${name}`, 'merge', body)))

/** Somebody deletes it and makes another of the same name. */
async function replace(subject: PortSubject, { path }: Room): Promise<void> {
  await removeNow(subject, `${path}/${name}`)
  await make(subject, path, { metadata: { name }, data: { kubelet: first.body } })
}

const conflict = expect.objectContaining({ code: 'conflict' })

const reads: readonly PortCase[] = [
  {
    name: 'documents: one that is not there is undefined',
    async run(subject) {
      const { documents } = await room(subject)
      expect(await documents.read(target, limits)).toBeUndefined()
    },
  },
  {
    name: 'documents: one that somebody made by hand is read with all that it holds',
    async run(subject) {
      const own = await room(subject)
      const contents = { data: { readme: 'é' }, binaryData: { kubelet: 'AAAA' }, immutable: true }
      await make(subject, own.path, { metadata: { name }, ...contents })
      expect(await own.documents.read(target, limits)).toMatchObject({
        ...{ target, name, body: undefined, inBinaryData: true, immutable: true, stamp: {} },
        ...{ extraKeys: ['readme'], extraBytes: 2, lastWrite: { manager: expect.any(String), at: expect.any(String) } },
      })
    },
  },
  {
    name: 'documents: the list has every document, by name, and nothing else',
    async run(subject) {
      const { documents, path } = await room(subject)
      for (const other of ['settings', 'node-b-kubelet-configuration', 'global-kubelet-configuration', name])
        await make(subject, path, { metadata: { name: other } })
      const listed = await documents.list(limits)
      expect(listed.map((one) => one.target)).toEqual([globalTarget, target, nodeTarget('node-b')])
    },
  },
  {
    name: 'documents: the list goes on where a page ends',
    slow: true,
    async run(subject) {
      const { documents, path } = await room(subject)
      const nodes = Array.from({ length: 501 }, (_, index) => nodeTarget(`n${index}`))
      for (const one of nodes) await make(subject, path, { metadata: { name: configMapName(one) } })
      expect(await documents.list(limits)).toHaveLength(501)
    },
  },
]

const writes: readonly PortCase[] = [
  {
    name: 'documents: a write of what was not there creates it, and answers what a read does',
    async run(subject) {
      const { documents } = await room(subject)
      const written = await documents.write(first, 'none', limits)
      expect(written).toMatchObject({ target, name, body: first.body, stamp })
      expect(await documents.read(target, limits)).toEqual(written)
    },
  },
  {
    name: 'documents: a write of what was not there is a conflict when it is',
    async run(subject) {
      const own = await room(subject)
      await make(subject, own.path, { metadata: { name }, data: { kubelet: 'theirs' } })
      await expect(own.documents.write(first, 'none', limits)).rejects.toEqual(conflict)
      expect(await own.stored()).toMatchObject({ data: { kubelet: 'theirs' } })
    },
  },
  {
    name: 'documents: a write over what was read keeps foreign keys, labels and annotations, and no earlier stamp',
    async run(subject) {
      const own = await room(subject)
      await own.documents.write(first, 'none', limits)
      const foreign = { metadata: { labels: { team: 'a' }, annotations: { note: 'b' } }, data: { readme: 'c' } }
      await edit(subject, own, foreign)
      const replaces = await own.documents.read(target, limits)
      const next = { target, body: 'maxPods: 2\n', stamp: { revision: 4 }, replaces }
      const written = await own.documents.write(next, 'none', limits)
      expect(written).toMatchObject({ uid: replaces?.uid, body: next.body, stamp: { revision: 4 } })
      expect(written.stamp).toEqual({ revision: 4 })
      expect(await own.stored()).toMatchObject({ ...foreign, data: { readme: 'c', kubelet: next.body } })
    },
  },
  {
    name: 'documents: a write takes the key out of binaryData',
    async run(subject) {
      const own = await room(subject)
      await make(subject, own.path, { metadata: { name }, binaryData: { kubelet: 'AAAA' } })
      const replaces = await own.documents.read(target, limits)
      await own.documents.write({ ...first, replaces }, 'none', limits)
      expect(await own.documents.read(target, limits)).toMatchObject({ body: first.body, inBinaryData: false })
      expect((await own.stored()).binaryData?.['kubelet']).toBeUndefined()
    },
  },
  {
    name: 'documents: a write over what was changed, deleted or replaced since is a conflict, and writes nothing',
    async run(subject) {
      const own = await room(subject)
      const since: readonly (() => Promise<unknown>)[] = [
        () => edit(subject, own, { data: { readme: 'changed' } }),
        () => replace(subject, own),
        () => removeNow(subject, `${own.path}/${name}`),
      ]
      let replaces: StoredDocument | undefined = await own.documents.write(first, 'none', limits)
      for (const change of since) {
        await change()
        const before = await own.documents.read(target, limits)
        await expect(own.documents.write({ ...first, body: 'lost', replaces }, 'none', limits)).rejects.toEqual(
          conflict,
        )
        expect(await own.documents.read(target, limits)).toEqual(before)
        replaces = before
      }
    },
  },
  {
    name: 'documents: a write in a dry run answers what it would store, stores nothing, and is a conflict all the same',
    async run(subject) {
      const { documents } = await room(subject)
      expect(await documents.write(first, 'server', limits)).toMatchObject({ name, body: first.body, stamp })
      expect(await documents.read(target, limits)).toBeUndefined()
      const replaces = await documents.write(first, 'none', limits)
      const next = { ...first, body: 'maxPods: 2\n', replaces }
      expect(await documents.write(next, 'server', limits)).toMatchObject({ body: next.body })
      expect(await documents.read(target, limits)).toEqual(replaces)
      await expect(documents.write(first, 'server', limits)).rejects.toEqual(conflict)
    },
  },
  {
    name: 'documents: a write that the API server finds wrong is invalid',
    async run(subject) {
      const own = await room(subject)
      await make(subject, own.path, { metadata: { name }, data: { kubelet: 'a' }, immutable: true })
      const replaces = await own.documents.read(target, limits)
      const write = own.documents.write({ ...first, replaces }, 'none', limits)
      await expect(write).rejects.toMatchObject({ code: 'invalid' })
    },
  },
]

const removals: readonly PortCase[] = [
  {
    name: 'documents: what was read is removed, and not in a dry run',
    async run(subject) {
      const { documents } = await room(subject)
      const written = await documents.write(first, 'none', limits)
      await documents.remove(written, 'server', limits)
      expect(await documents.read(target, limits)).toEqual(written)
      await documents.remove(written, 'none', limits)
      expect(await documents.read(target, limits)).toBeUndefined()
    },
  },
  {
    name: 'documents: the removal of what was changed, replaced or removed since is a conflict, and removes nothing',
    async run(subject) {
      const own = await room(subject)
      const since: readonly (() => Promise<unknown>)[] = [
        () => edit(subject, own, { data: { readme: 'changed' } }),
        () => replace(subject, own),
        () => removeNow(subject, `${own.path}/${name}`),
      ]
      let stale: StoredDocument = await own.documents.write(first, 'none', limits)
      for (const change of since) {
        await change()
        const before = await own.documents.read(target, limits)
        await expect(own.documents.remove(stale, 'none', limits)).rejects.toEqual(conflict)
        expect(await own.documents.read(target, limits)).toEqual(before)
        stale = before ?? stale
      }
    },
  },
]

const revisions: readonly PortCase[] = [
  {
    name: 'documents: no revision is remembered at first, then the last one',
    async run(subject) {
      const { documents } = await room(subject)
      expect(await documents.lastRevisions(limits)).toEqual(new Map())
      for (const revision of [1, 7]) await documents.rememberRevision(target, revision, 'none', limits)
      expect(await documents.lastRevisions(limits)).toEqual(new Map([[configMapName(target), 7]]))
    },
  },
  {
    name: 'documents: a remembered revision is never lowered',
    async run(subject) {
      const { documents } = await room(subject)
      for (const revision of [7, 3]) await documents.rememberRevision(target, revision, 'none', limits)
      expect(await documents.lastRevisions(limits)).toEqual(new Map([[configMapName(target), 7]]))
    },
  },
  {
    name: 'documents: no revision is remembered in a dry run',
    async run(subject) {
      const { documents } = await room(subject)
      await documents.rememberRevision(target, 3, 'server', limits)
      expect(await documents.lastRevisions(limits)).toEqual(new Map())
    },
  },
  {
    name: 'documents: revisions that are remembered at the same time are all kept',
    async run(subject) {
      const { documents } = await room(subject)
      const targets = [globalTarget, target, nodeTarget('node-b')]
      await Promise.all(targets.map((one, index) => documents.rememberRevision(one, index + 1, 'none', limits)))
      expect((await documents.lastRevisions(limits)).values().toArray().sort()).toEqual([1, 2, 3])
    },
  },
]

const watches: readonly PortCase[] = [
  {
    name: 'documents: a watch yields what is there, then each change, and undefined where there is nothing',
    async run(subject) {
      const own = await room(subject)
      const steps: readonly (() => Promise<unknown>)[] = [
        () => own.documents.write(first, 'none', limits),
        () => edit(subject, own, { data: { kubelet: 'theirs' } }),
        async () => good(await subject.request({ method: 'DELETE', path: `${own.path}/${name}` })),
      ]
      const seen: (string | undefined)[] = []
      for await (const state of own.documents.watch(target, limits)) {
        const step = steps[seen.push(state?.body) - 1]
        if (step === undefined) break
        await step()
      }
      expect(seen).toEqual([undefined, first.body, 'theirs', undefined])
    },
  },
  {
    name: 'documents: a watch is of one target only',
    async run(subject) {
      const own = await room(subject)
      const other = { ...first, target: nodeTarget('node-b') }
      const seen: (string | undefined)[] = []
      for await (const state of own.documents.watch(target, limits)) {
        if (seen.push(state?.name) === 2) break
        await own.documents.write(other, 'none', limits)
        await own.documents.write(first, 'none', limits)
      }
      expect(seen).toEqual([undefined, name])
    },
  },
]

export const documentCases = [...reads, ...writes, ...removals, ...revisions, ...watches]
