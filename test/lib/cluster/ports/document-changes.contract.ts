import { expect } from '@jest/globals'
import type { StoredDocument } from '../../../../src/lib/documents/stored-document.ts'
import { configMapName, globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { good, removeNow } from '../../../contract/requests.ts'
import { limits, type PortCase } from '../../connect/port-side.ts'
import { conflict, edit, first, name, replace, room, target } from '../../documents/ports/document-room.ts'

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

export const documentChangeCases = [...removals, ...revisions, ...watches]
