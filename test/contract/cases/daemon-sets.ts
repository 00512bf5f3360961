import { expect } from '@jest/globals'
import { type Pod, podBody, resizeCall, settled, small } from '../pods.ts'
import { expectRefusal, good, make, patchCall, pathOf, read, removeNow } from '../requests.ts'
import type { Case, Entity, Subject } from '../subject.ts'

interface Counted extends Entity {
  readonly metadata: Entity['metadata'] & { readonly annotations: Readonly<Record<string, string>> }
}

interface DaemonSet extends Entity {
  readonly status: Readonly<Record<string, number>>
}

const onNode = (node: string): object => ({ nodeSelector: { 'kubernetes.io/hostname': node } })

/** Pods of this label on this one node. */
async function daemonSet(subject: Subject, node: string): Promise<{ path: string; label: string }> {
  const label = subject.name()
  const template = {
    metadata: { labels: { own: label } },
    spec: podBody('', { requests: small, spec: onNode(node) }).spec,
  }
  const spec = { selector: { matchLabels: { own: label } }, updateStrategy: { type: 'OnDelete' }, template }
  await make(subject, pathOf('daemonsets'), { metadata: { name: label }, spec })
  subject.afterwards(async () => {
    await removeNow(subject, `${pathOf('daemonsets')}/${label}`)
    await subject.eventually(async () => expect(await podsOf(subject, label)).toEqual([]))
  })
  return { path: `${pathOf('daemonsets')}/${label}`, label }
}

async function podsOf(subject: Subject, label: string): Promise<readonly Pod[]> {
  const call = { method: 'GET', path: pathOf('pods'), query: { labelSelector: `own=${label}` } }
  return good(await subject.request<{ items: Pod[] }>(call)).items
}

/** The numbers in its history, in their order. */
async function revisionsOf(subject: Subject, label: string): Promise<readonly number[]> {
  const call = { method: 'GET', path: pathOf('controllerrevisions'), query: { labelSelector: `own=${label}` } }
  const { items } = good(await subject.request<{ items: { revision: number }[] }>(call))
  return items.map(({ revision }) => revision).toSorted((one, other) => one - other)
}

const onlyPod = (subject: Subject, label: string): Promise<Pod> =>
  subject.eventually(async () => {
    const [pod, ...others] = await podsOf(subject, label)
    expect(others).toEqual([])
    if (pod === undefined) throw new Error('no pod yet')
    return settled(subject, `${pathOf('pods')}/${pod.metadata.name}`)
  })

export const daemonSets: readonly Case[] = [
  {
    name: 'daemonset: the writes of its template are counted, whoever says otherwise',
    async run(subject) {
      const node = await subject.node()
      const { path } = await daemonSet(subject, node)
      const counter = 'deprecated.daemonset.template.generation'
      const counted = async (patch: object) =>
        good(await subject.request<Counted>(patchCall(path, 'merge', patch))).metadata.annotations[counter]
      expect(await counted({ metadata: { annotations: { own: 'x' } } })).toBe('1')
      expect(await counted({ spec: { revisionHistoryLimit: 3 } })).toBe('1')
      expect(await counted({ spec: { template: { metadata: { labels: { more: 'x' } } } } })).toBe('2')
    },
  },
  {
    name: 'daemonset: a template that comes back is the newest in its history',
    async run(subject) {
      const { path, label } = await daemonSet(subject, await subject.node())
      const numbersBecome = (expected: readonly number[]) =>
        subject.eventually(async () => expect(await revisionsOf(subject, label)).toEqual(expected))
      await numbersBecome([1])
      const labelled = (more: string | null) =>
        subject.request(patchCall(path, 'merge', { spec: { template: { metadata: { labels: { more } } } } }))
      good(await labelled('x'))
      await numbersBecome([1, 2])
      good(await labelled(null))
      await numbersBecome([2, 3])
    },
  },
  {
    name: 'daemonset: it has its pod on the node that it selects, owned and bound',
    async run(subject) {
      const node = await subject.node()
      const { label } = await daemonSet(subject, node)
      const pod = await onlyPod(subject, label)
      expect(pod.spec.nodeName).toBe(node)
      expect(pod.metadata).toMatchObject({
        name: expect.stringMatching(new RegExp(`^${label}-[a-z0-9]{5}$`)),
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: label, controller: true }],
      })
      expect(pod.spec).toHaveProperty(
        'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms',
        [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }],
      )
    },
  },
  {
    name: 'daemonset: its status counts the pod as available and up to date, resized or not',
    async run(subject) {
      const { path, label } = await daemonSet(subject, await subject.node())
      const pod = await onlyPod(subject, label)
      good(await subject.request(resizeCall(`${pathOf('pods')}/${pod.metadata.name}`, { cpu: '100m' })))
      const counted = {
        desiredNumberScheduled: 1,
        currentNumberScheduled: 1,
        numberReady: 1,
        numberAvailable: 1,
        updatedNumberScheduled: 1,
      }
      await subject.eventually(async () => expect((await read<DaemonSet>(subject, path)).status).toMatchObject(counted))
    },
  },
  {
    name: 'daemonset: a pod that is deleted comes back at the size of the template',
    slow: true,
    async run(subject) {
      const { label } = await daemonSet(subject, await subject.node())
      const first = await onlyPod(subject, label)
      const path = `${pathOf('pods')}/${first.metadata.name}`
      good(await subject.request(resizeCall(path, { cpu: '100m' })))
      await removeNow(subject, path)
      const second = await onlyPod(subject, label)
      expect(second.metadata.uid).not.toBe(first.metadata.uid)
      expect(second.spec.containers[0]?.resources.requests).toEqual(small)
    },
  },
  {
    name: 'daemonset: deleted in the background, it takes its pods along',
    async run(subject) {
      const { path, label } = await daemonSet(subject, await subject.node())
      await onlyPod(subject, label)
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background' }
      good(await subject.request({ method: 'DELETE', path, body }))
      await subject.eventually(async () => expect(await podsOf(subject, label)).toEqual([]))
    },
  },
  {
    name: 'daemonset: its selector cannot change',
    slow: true,
    async run(subject) {
      const node = await subject.node()
      const { path } = await daemonSet(subject, node)
      const template = { metadata: { labels: { own: 'other' } } }
      const patch = { spec: { selector: { matchLabels: { own: 'other' } }, template } }
      expectRefusal(await subject.request(patchCall(path, 'merge', patch)), {
        code: 422,
        reason: 'Invalid',
        message: /spec\.selector: Invalid value: .*field is immutable/s,
      })
    },
  },
]
