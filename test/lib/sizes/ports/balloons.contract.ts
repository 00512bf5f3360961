import { expect } from '@jest/globals'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { balloon } from '../../../../src/lib/names.ts'
import type { Balloons } from '../../../../src/lib/sizes/ports/balloons.ts'
import { parkedPod, runningPod } from '../../../contract/pods.ts'
import { make, ownNamespace, pathOf, removeNow } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

const labels = { [balloon.podLabel.key]: balloon.podLabel.value }
const small = { cpu: '10m', memory: '16Mi' }
const larger = { cpu: '20m', memory: '32Mi' }
const conflict = expect.objectContaining({ code: 'conflict' })

interface Room {
  readonly balloons: Balloons
  readonly namespace: string
}

/** Balloons in a namespace of the case's own. */
async function room(subject: PortSubject): Promise<Room> {
  const namespace = await ownNamespace(subject)
  const { balloons } = await subject.connect({ namespace })
  return { balloons, namespace }
}

const nameOf = (path: string): string => path.split('/').at(-1)!

/** A pod that no kubelet looks at: what it asks for is all that changes. */
async function parked(subject: PortSubject, { balloons, namespace }: Room): Promise<{ pod: Pod; path: string }> {
  const path = await parkedPod(subject, { namespace, labels, requests: small })
  return { pod: (await balloons.read(nameOf(path), limits))!, path }
}

const requestsOf = (pod: Pod | undefined) => pod?.spec.containers[0]?.resources?.requests
const allocatedOf = (pod: Pod | undefined) => pod?.status?.containerStatuses?.[0]?.allocatedResources

const reads: readonly PortCase[] = [
  {
    name: 'balloons: one that is not there is undefined',
    async run(subject) {
      const { balloons } = await room(subject)
      expect(await balloons.read('nosuch', limits)).toBeUndefined()
    },
  },
  {
    name: 'balloons: the list has all that bear the label, bound or not, and no other pod',
    async run(subject) {
      const own = await room(subject)
      const bound = await runningPod(subject, await subject.node(), { namespace: own.namespace, labels })
      const waiting = await parkedPod(subject, { namespace: own.namespace, labels })
      await parkedPod(subject, { namespace: own.namespace })
      const { pods } = await own.balloons.list(limits)
      expect(pods.map(({ metadata }) => metadata.name).sort()).toEqual([bound, waiting].map(nameOf).sort())
    },
  },
  {
    name: 'balloons: the list of those that do not run has those that are not bound',
    async run(subject) {
      const own = await room(subject)
      await runningPod(subject, await subject.node(), { namespace: own.namespace, labels })
      const waiting = await parkedPod(subject, { namespace: own.namespace, labels })
      await parkedPod(subject, { namespace: own.namespace })
      const { pods } = await own.balloons.listNotRunning(limits)
      expect(pods.map(({ metadata }) => metadata.name)).toEqual([nameOf(waiting)])
    },
  },
]

const resizes: readonly PortCase[] = [
  {
    name: 'balloons: a resize is stored, and answers with the pod as it then is',
    async run(subject) {
      const own = await room(subject)
      const { pod } = await parked(subject, own)
      const answer = await own.balloons.resize({ pod, from: small, to: larger }, 'none', limits)
      expect(requestsOf(answer)).toEqual(larger)
      expect(await own.balloons.read(pod.metadata.name, limits)).toEqual(answer)
    },
  },
  {
    name: 'balloons: a resize in a dry run answers what it would store, and stores nothing',
    async run(subject) {
      const own = await room(subject)
      const { pod } = await parked(subject, own)
      expect(requestsOf(await own.balloons.resize({ pod, from: small, to: larger }, 'server', limits))).toEqual(larger)
      expect(await own.balloons.read(pod.metadata.name, limits)).toEqual(pod)
    },
  },
  {
    name: 'balloons: a resize from requests that are not those of the pod, letter for letter, is a conflict',
    async run(subject) {
      const own = await room(subject)
      const { pod } = await parked(subject, own)
      for (const from of [{ ...small, cpu: '0.01' }, { ...small, memory: '16777216' }, larger])
        for (const dryRun of ['none', 'server'] as const)
          await expect(own.balloons.resize({ pod, from, to: larger }, dryRun, limits)).rejects.toEqual(conflict)
      expect(await own.balloons.read(pod.metadata.name, limits)).toEqual(pod)
    },
  },
  {
    name: 'balloons: a resize of a pod that was replaced or is gone is a conflict',
    async run(subject) {
      const own = await room(subject)
      const { pod, path } = await parked(subject, own)
      const other = { ...pod, metadata: { ...pod.metadata, uid: '00000000-0000-4000-8000-000000000000' } }
      await expect(own.balloons.resize({ pod: other, from: small, to: larger }, 'none', limits)).rejects.toEqual(
        conflict,
      )
      await removeNow(subject, path)
      await expect(own.balloons.resize({ pod, from: small, to: larger }, 'none', limits)).rejects.toEqual(conflict)
    },
  },
]

const watches: readonly PortCase[] = [
  {
    name: 'balloons: a watch yields the pod as it is, then what its kubelet grants, and undefined when it is gone',
    async run(subject) {
      const own = await room(subject)
      const path = await runningPod(subject, await subject.node(), {
        namespace: own.namespace,
        labels,
        requests: small,
      })
      const seen: Pod['metadata']['uid'][] = []
      for await (const pod of own.balloons.watch(nameOf(path), limits)) {
        if (pod === undefined) break
        if (seen.length === 0) await own.balloons.resize({ pod, from: small, to: larger }, 'none', limits)
        else if (allocatedOf(pod)?.['cpu'] === larger.cpu) await removeNow(subject, path)
        seen.push(pod.metadata.uid)
      }
      expect(new Set(seen).size).toBe(1)
      expect(seen.length).toBeGreaterThan(1)
    },
  },
  {
    name: 'balloons: a watch of what is not there waits for it',
    async run(subject) {
      const { balloons, namespace } = await room(subject)
      const name = subject.name()
      const seen: (string | undefined)[] = []
      for await (const pod of balloons.watch(name, limits)) {
        seen.push(pod?.metadata.name)
        if (pod !== undefined) break
        const containers = [{ name: balloon.container, image: 'a' }]
        const body = { metadata: { name }, spec: { schedulerName: 'nobody', containers } }
        await make(subject, pathOf('pods', namespace), body)
      }
      expect(seen).toEqual([undefined, name])
    },
  },
]

export const balloonCases = [...reads, ...resizes, ...watches]
