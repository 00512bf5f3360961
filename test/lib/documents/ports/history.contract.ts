import { expect } from '@jest/globals'
import type { History } from '../../../../src/lib/documents/ports/history.ts'
import { globalTarget, nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { ownNamespace } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

const target = nodeTarget('node-a')
const stamp = { digest: 'v1:sha256:aa', revision: 1, by: 'jane', at: '2026-11-22T20:00:00.000Z', message: 'first' }
const first = { target, revision: 1, body: 'maxPods: 50 # é\r\n', stamp }

/** The history of a namespace of the case's own. */
async function room(subject: PortSubject): Promise<{ history: History; path: string }> {
  const namespace = await ownNamespace(subject)
  const { history } = await subject.connect({ namespace })
  return { history, path: `/apis/apps/v1/namespaces/${namespace}/controllerrevisions` }
}

export const historyCases: readonly PortCase[] = [
  {
    name: 'history: what was recorded is listed byte for byte, the newest first',
    async run(subject) {
      const { history } = await room(subject)
      expect(await history.list(target, limits)).toEqual([])
      await history.record(first, 'none', limits)
      await history.record({ ...first, revision: 10, stamp: {} }, 'none', limits)
      await history.record({ ...first, target: globalTarget, revision: 3 }, 'none', limits)
      const createdAt = expect.stringMatching(/^\d{4}-/)
      expect(await history.list(target, limits)).toEqual([
        { ...first, revision: 10, stamp: {}, createdAt },
        { ...first, createdAt },
      ])
      expect(await history.numbers(target, limits)).toEqual(new Map([['node-a-kubelet-configuration', [1, 10]]]))
      expect(await history.numbers(undefined, limits)).toEqual(
        new Map([
          ['global-kubelet-configuration', [3]],
          ['node-a-kubelet-configuration', [1, 10]],
        ]),
      )
    },
  },
  {
    name: 'history: that of several targets is one list, however many they are',
    async run(subject) {
      const { history } = await room(subject)
      const [other, none] = [nodeTarget('node-b'), nodeTarget('node-c')]
      for (const revision of [1, 10]) await history.record({ ...first, revision }, 'none', limits)
      await history.record({ ...first, target: other }, 'none', limits)
      await history.record({ ...first, target: globalTarget }, 'none', limits)
      const numbers = async (...targets: Target[]) =>
        [...(await history.listOf(targets, limits))].map(([name, all]) => [name, all.map(({ revision }) => revision)])
      const expected = [
        ['node-a-kubelet-configuration', [10, 1]],
        ['node-b-kubelet-configuration', [1]],
      ]
      expect((await numbers(none, other, target)).toSorted()).toEqual(expected)
      const many = Array.from({ length: 100 }, (_, index) => nodeTarget(`n${index}`))
      expect((await numbers(...many, target, other)).toSorted()).toEqual(expected)
      expect(await numbers()).toEqual([])
    },
  },
  {
    name: 'history: recording the same again is fine, another text under the same number is a conflict',
    async run(subject) {
      const { history } = await room(subject)
      await history.record(first, 'none', limits)
      await history.record(first, 'none', limits)
      await expect(history.record({ ...first, body: 'maxPods: 60\n' }, 'none', limits)).rejects.toEqual(
        expect.objectContaining({ code: 'conflict' }),
      )
      expect(await history.list(target, limits)).toMatchObject([{ body: first.body }])
    },
  },
  {
    name: 'history: the text of a revision cannot be changed',
    async run(subject) {
      const { history, path } = await room(subject)
      await history.record(first, 'none', limits)
      const name = 'node-a-kubelet-configuration-1'
      const { status } = await subject.request({
        method: 'PATCH',
        path: `${path}/${name}`,
        contentType: 'application/merge-patch+json',
        body: { data: { kubelet: 'maxPods: 70\n' } },
      })
      expect(status).toBe(422)
      expect(await history.list(target, limits)).toMatchObject([{ body: first.body }])
    },
  },
  {
    name: 'history: what is removed is gone, and removing it again is fine',
    async run(subject) {
      const { history } = await room(subject)
      await history.record(first, 'none', limits)
      await history.remove(target, 1, 'server', limits)
      expect(await history.list(target, limits)).toHaveLength(1)
      await history.remove(target, 1, 'none', limits)
      await history.remove(target, 1, 'none', limits)
      expect(await history.list(target, limits)).toEqual([])
    },
  },
  {
    name: 'history: a dry run records nothing',
    async run(subject) {
      const { history } = await room(subject)
      await history.record(first, 'server', limits)
      expect(await history.list(target, limits)).toEqual([])
    },
  },
  {
    name: 'history: nodes with long names, and names that begin alike, are told apart',
    async run(subject) {
      const { history } = await room(subject)
      const long = nodeTarget(`${'a'.repeat(60)}.example.com`)
      const longer = nodeTarget(`${'a'.repeat(60)}.example.org`)
      const alike = nodeTarget('node-a-kubelet-configuration-1')
      for (const one of [long, longer, target, alike])
        await history.record({ ...first, target: one, body: configOf(one) }, 'none', limits)
      for (const one of [long, longer, target, alike])
        expect((await history.list(one, limits)).map(({ body }) => body)).toEqual([configOf(one)])
    },
  },
]

const configOf = (one: { readonly kind: string; readonly node?: string }): string => `clusterDomain: ${one.node}\n`
