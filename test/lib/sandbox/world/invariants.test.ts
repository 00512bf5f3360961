import { expect, test } from '@jest/globals'
import { createChance } from '../../../../src/lib/sandbox/core/chance.ts'
import { allocatedRequests } from '../../../../src/lib/sizing/accounting.ts'
import { add, amountsOf, none } from '../../../../src/lib/sizing/amounts.ts'
import type { Pod } from '../../../../src/lib/sizing/objects.ts'
import { type Body, podOf, podsPath, startTalk, strategicPatch, type Talk } from '../talk.ts'

const operations = 10_000
const checkedEvery = 250
const cpus = ['10m', '100m', '400m', '900m', '1500m', '2', '2500m']
const memories = ['16Mi', '1Gi', '9Gi', '20Gi', '30Gi']

interface Shaker extends Talk {
  below(limit: number): number
  pick<T>(from: readonly T[]): T
}

/** What can happen to a cluster, each as likely as the others. What the server answers is its business. */
const shakes: readonly ((shaker: Shaker) => void)[] = [
  (it) => it.ask('POST', podsPath('default'), { body: labelled(it, podOf(`p${it.below(60)}`, requests(it))) }),
  (it) =>
    it.ask('POST', podsPath('default'), {
      body: podOf(`p${it.below(60)}`, requests(it), { nodeName: it.pick(['node-a', 'node-b', 'node-c']) }),
    }),
  (it) => it.ask('DELETE', podsPath('default', `p${it.below(60)}`), { query: grace(it) }),
  resize,
  resize,
  resize,
  (it) =>
    it.ask('PATCH', podsPath('default', `p${it.below(60)}`), {
      body: { metadata: { labels: { app: it.pick(['a', 'b']) } } },
      contentType: strategicPatch,
    }),
  (it) =>
    it.ask('PATCH', `/api/v1/nodes/${it.pick(['node-a', 'node-b'])}`, {
      body: { spec: { unschedulable: it.pick([true, null]) } },
      contentType: strategicPatch,
    }),
  (it) => it.sandbox.advance(it.below(40)),
  (it) => it.sandbox.advance(it.below(400)),
  (it) => it.below(20) === 0 && it.sandbox.advance(40_000),
  (it) => it.sandbox.stopKubelet(it.pick(['node-a', 'node-b'])),
  (it) => it.sandbox.startKubelet(it.pick(['node-a', 'node-b'])),
  (it) => it.below(10) === 0 && toggleDaemonSet(it),
]

const requests = ({ pick }: Shaker) => ({ cpu: pick(cpus), memory: pick(memories) })
const grace = ({ pick }: Shaker): Record<string, string> =>
  pick([{ gracePeriodSeconds: '0' }, { gracePeriodSeconds: '1' }])
const labelled = ({ pick }: Shaker, pod: Body): Body => ({
  ...pod,
  metadata: { ...pod.metadata, labels: { app: pick(['a', 'b']) } },
})

function resize(it: Shaker): void {
  const pods: readonly Body[] = it.must('GET', podsPath('default')).items
  if (pods.length === 0) return
  const { metadata, spec } = it.pick(pods)
  it.ask('PATCH', `${podsPath('default', metadata.name)}/resize`, {
    body: { spec: { containers: [{ name: spec.containers[0].name, resources: { requests: requests(it) } }] } },
    contentType: strategicPatch,
  })
}

function toggleDaemonSet(it: Shaker): void {
  const path = '/apis/apps/v1/namespaces/default/daemonsets'
  if (it.ask('DELETE', `${path}/balloon`).status === 200) return
  const labels = { app: 'balloon' }
  const { spec } = podOf('', { cpu: '1m', memory: '16Mi' })
  const body = {
    metadata: { name: 'balloon' },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  }
  it.must('POST', path, { body })
}

/** Follows a collection from its beginning, and notes what should not be. */
function follow(talk: Talk, path: string, query: Record<string, string>) {
  const first = talk.must('GET', path, { query })
  const seen = new Map<string, Body>(first.items.map((item: Body) => [item.metadata.uid, item]))
  const { events } = talk.watch(path, {
    ...query,
    resourceVersion: first.metadata.resourceVersion,
    timeoutSeconds: '999999',
  })
  const complaints: string[] = []
  let last = 0
  const take = (type: string, object: Body) => {
    const { uid, resourceVersion, generation = 0 } = object.metadata
    if (Number(resourceVersion) <= last) complaints.push(`resourceVersion ${resourceVersion} after ${last}`)
    last = Number(resourceVersion)
    const before = seen.get(uid)
    if ((type === 'ADDED') === (before !== undefined)) complaints.push(`${type} of ${uid}`)
    if (generation < (before?.metadata.generation ?? 0)) complaints.push(`generation ${generation} of ${uid}`)
    if (type === 'DELETED') seen.delete(uid)
    else seen.set(uid, object)
  }
  return {
    complaints,
    /** Versions of all that is there, as the watch tells and as a list tells. */
    views() {
      for (const { type, object } of events.splice(0)) take(type, object)
      const versions = (items: Iterable<Body>) =>
        [...items].map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`).sort()
      return [versions(seen.values()), versions(talk.must('GET', path, { query }).items)] as const
    },
  }
}

/** Nodes whose kubelet has granted more than they have. */
function overcommitted({ must }: Talk): string[] {
  const pods: readonly Pod[] = must('GET', '/api/v1/pods').items
  return must('GET', '/api/v1/nodes').items.flatMap(({ metadata, status }: Body) => {
    const granted = pods
      .filter(({ spec }) => spec.nodeName === metadata.name)
      .filter((pod) => pod.status?.containerStatuses && pod.status.phase === 'Running')
      .map(allocatedRequests)
      .reduce(add, none)
    const { cpu, memory } = amountsOf(status.allocatable)
    return granted.cpu > cpu || granted.memory > memory ? [metadata.name] : []
  })
}

test.each([1, 2])('ten thousand operations leave the cluster consistent (seed %d)', (seed) => {
  const { random } = createChance(seed)
  const talk = startTalk({ seed })
  const below = (limit: number) => Math.floor(random() * limit)
  const shaker: Shaker = { ...talk, below, pick: (from) => from[below(from.length)]! }
  const watchers = [
    follow(talk, podsPath('default'), {}),
    follow(talk, podsPath('default'), { labelSelector: 'app=a' }),
    follow(talk, '/api/v1/pods', { fieldSelector: 'spec.nodeName=node-a,status.phase!=Failed' }),
    follow(talk, '/api/v1/nodes', {}),
    follow(talk, '/apis/apps/v1/daemonsets', {}),
  ]
  for (let i = 1; i <= operations; i++) {
    shaker.pick(shakes)(shaker)
    if (i % checkedEvery > 0) continue
    expect(overcommitted(talk)).toEqual([])
    for (const { views } of watchers) {
      const [watched, listed] = views()
      expect(watched).toEqual(listed)
    }
  }
  expect(watchers.flatMap(({ complaints }) => complaints)).toEqual([])
})
