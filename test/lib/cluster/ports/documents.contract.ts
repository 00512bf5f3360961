import { expect } from '@jest/globals'
import type { StoredDocument } from '../../../../src/lib/documents/stored-document.ts'
import { configMapName, globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { good, make, patchCall, removeNow } from '../../../contract/requests.ts'
import { limits, type PortCase } from '../../connect/port-side.ts'
import { conflict, edit, first, name, replace, room, stamp, target } from '../../documents/ports/document-room.ts'

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
    name: 'documents: who applies one keeps it, until another client has overwritten its text',
    async run(subject) {
      const own = await room(subject)
      const path = `${own.path}/${name}`
      const labels = { 'kustomize.toolkit.fluxcd.io/name': 'kubelets', 'kustomize.toolkit.fluxcd.io/namespace': 'flux' }
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data: { kubelet: 'theirs' } }
      const applied = (manager: string, force: boolean) =>
        subject.request({ ...patchCall(path, 'apply', body), query: { fieldManager: manager, force: `${force}` } })
      subject.afterwards(() => removeNow(subject, path))
      good(await applied('kustomize-controller', false))
      const kept = await own.documents.read(target, limits)
      expect(kept?.keeper).toEqual({ manager: 'kustomize-controller', source: 'flux/kubelets' })
      expect((await own.documents.list(limits))[0]?.keeper).toEqual(kept?.keeper)
      const ours = await own.documents.write({ ...first, replaces: kept }, 'none', limits)
      expect(ours.keeper).toBeUndefined()
      good(await applied('kustomize-controller', true))
      expect((await own.documents.read(target, limits))?.keeper).toEqual(kept?.keeper)
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
      expect(await own.stored()).not.toHaveProperty('binaryData')
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

export const documentCases = [...reads, ...writes]
