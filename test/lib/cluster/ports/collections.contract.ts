import { expect } from '@jest/globals'
import type { Collection, Delta } from '../../../../src/lib/cluster/ports/collection.ts'
import { balloon } from '../../../../src/lib/names.ts'
import { parkedPod, resizeCall, runningPod } from '../../../contract/pods.ts'
import { good, make, ownNamespace, patchCall, pathOf, removeNow } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

const name = 'node-a-kubelet-configuration'
const other = 'node-b-kubelet-configuration'

async function room(subject: PortSubject) {
  const namespace = await ownNamespace(subject)
  const { collections } = await subject.connect({ namespace })
  return { ...collections, namespace, path: pathOf('configmaps', namespace) }
}

/** A line for each change. After 'synced', and after each change since, one of these things is done; then it ends. */
async function follow<T>(
  collection: Collection<T>,
  steps: readonly (() => Promise<unknown>)[],
  show: (object: T) => unknown,
): Promise<readonly string[]> {
  const seen: string[] = []
  const left = [...steps]
  let isSynced = false
  for await (const delta of collection.changes(limits)) {
    seen.push(lineOf(delta, show))
    isSynced ||= delta.type === 'synced'
    if (!isSynced) continue
    const step = left.shift()
    if (step === undefined) break
    await step()
  }
  return seen
}

function lineOf<T>(delta: Delta<T>, show: (object: T) => unknown): string {
  const before = 'before' in delta ? `${show(delta.before)} ` : ''
  const after = 'object' in delta ? `-> ${show(delta.object)}` : ''
  return delta.type === 'synced' ? 'synced' : `${delta.type} ${delta.name} ${before}${after}`.trim()
}

export const collectionCases: readonly PortCase[] = [
  {
    name: 'collections: changes are all that is there, synced, and each change with what was there before',
    async run(subject) {
      const { documents, path } = await room(subject)
      for (const one of [name, other]) await make(subject, path, { metadata: { name: one }, data: { kubelet: '1' } })
      const steps: readonly (() => Promise<unknown>)[] = [
        async () => good(await subject.request(patchCall(`${path}/${name}`, 'merge', { data: { kubelet: '2' } }))),
        () => removeNow(subject, `${path}/${other}`),
        () => make(subject, path, { metadata: { name: other }, data: { kubelet: '3' } }),
      ]
      const seen = await follow(documents, steps, ({ body }) => body)
      expect(seen.slice(0, 2).sort()).toEqual([`added ${name} -> 1`, `added ${other} -> 1`])
      expect(seen.slice(2)).toEqual(['synced', `modified ${name} 1 -> 2`, `deleted ${other} 1`, `added ${other} -> 3`])
    },
  },
  {
    name: 'collections: the store has the newest of each by name, from the first reader to the last',
    async run(subject) {
      const { documents, path } = await room(subject)
      await make(subject, path, { metadata: { name }, data: { kubelet: '1' } })
      expect([...documents.store]).toEqual([])
      for await (const delta of documents.changes(limits)) {
        if (delta.type === 'synced')
          good(await subject.request(patchCall(`${path}/${name}`, 'merge', { data: { kubelet: '2' } })))
        if (delta.type !== 'modified') continue
        expect([...documents.store.keys()]).toEqual([name])
        expect(documents.store.get(name)?.body).toBe('2')
        break
      }
    },
  },
  {
    name: 'collections: several readers are each told everything',
    async run(subject) {
      const { documents, path } = await room(subject)
      await make(subject, path, { metadata: { name }, data: { kubelet: '1' } })
      const both = await Promise.all([1, 2].map(() => follow(documents, [], ({ body }) => body)))
      expect(both).toEqual([1, 2].map(() => [`added ${name} -> 1`, 'synced']))
    },
  },
  {
    name: 'collections: documents are those of the namespace, and nothing else that is there',
    async run(subject) {
      const { documents, path } = await room(subject)
      for (const one of ['settings', name]) await make(subject, path, { metadata: { name: one } })
      expect(await follow(documents, [], ({ target }) => target.kind)).toEqual([`added ${name} -> node`, 'synced'])
    },
  },
  {
    name: 'collections: balloons are the pods of the namespace with the label',
    async run(subject) {
      const { balloons, namespace } = await room(subject)
      const labels = { [balloon.podLabel.key]: balloon.podLabel.value }
      const requests = { cpu: '10m', memory: '16Mi' }
      const path = await parkedPod(subject, { namespace, labels, requests })
      await parkedPod(subject, { namespace })
      const steps = [async () => good(await subject.request(resizeCall(path, { cpu: '20m' })))]
      const pod = path.split('/').at(-1)
      expect(await follow(balloons, steps, ({ spec }) => spec.containers[0]?.resources?.requests?.['cpu'])).toEqual([
        `added ${pod} -> 10m`,
        'synced',
        `modified ${pod} 10m -> 20m`,
      ])
    },
  },
  {
    name: 'collections: nodes are all of the cluster',
    async run(subject) {
      const { nodes } = await room(subject)
      const seen = await follow(nodes, [], (node) => node.name)
      expect(seen).toEqual(expect.arrayContaining(['added node-a -> node-a', 'added node-b -> node-b', 'synced']))
    },
  },
  {
    name: 'collections: nodes can be chosen by name or by label',
    async run(subject) {
      const { nodesWith } = await room(subject)
      const one = await follow(nodesWith({ name: 'node-b' }), [], (node) => node.name)
      expect(one).toEqual(['added node-b -> node-b', 'synced'])
      const labelled = await follow(nodesWith({ labelSelector: 'kubernetes.io/os=linux' }), [], (node) => node.name)
      expect(labelled).toEqual(expect.arrayContaining(['added node-a -> node-a', 'added node-b -> node-b', 'synced']))
      expect(await follow(nodesWith({ labelSelector: 'no=such' }), [], (node) => node.name)).toEqual(['synced'])
      const malformed = follow(nodesWith({ labelSelector: 'a in' }), [], (node) => node.name)
      await expect(malformed).rejects.toMatchObject({ code: 'usage', fact: { reason: 'SelectorInvalid' } })
    },
  },
  {
    name: 'collections: pods on nodes are told apart by their namespaces, and those that wait for a node are not among them',
    async run(subject) {
      const [one, other] = [await room(subject), await room(subject)]
      const paths = [
        await runningPod(subject, 'node-a', one),
        await runningPod(subject, 'node-a', other),
        await runningPod(subject, 'node-b', one),
        await parkedPod(subject, one),
      ]
      const names = paths.map((path) => path.replace('/api/v1/namespaces/', '').replace('/pods', ''))
      const seen = await follow(one.podsOn('node-a'), [], () => '')
      expect(names.map((name) => seen.includes(`added ${name} ->`))).toEqual([true, true, false, false])
      await Promise.all(paths.map((path) => removeNow(subject, path)))
    },
  },
  {
    name: 'collections: a reader ends soon after its signal aborts, and the others go on',
    async run(subject) {
      const { documents, path } = await room(subject)
      const stop = new AbortController()
      const ended = (async () => {
        for await (const _ of documents.changes({ signal: stop.signal })) stop.abort()
      })()
      const others = follow(
        documents,
        [() => make(subject, path, { metadata: { name }, data: { kubelet: '1' } })],
        ({ body }) => body,
      )
      await ended
      expect(await others).toEqual(['synced', `added ${name} -> 1`])
    },
  },
]
