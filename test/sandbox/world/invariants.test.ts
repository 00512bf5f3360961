import { expect, test } from '@jest/globals'
import type { Pod } from '../../../src/lib/api/pod.ts'
import { allocatedRequests } from '../../../src/lib/pods/accounting.ts'
import { type Amounts, add, amountsOf, none } from '../../../src/lib/pods/amounts.ts'
import { createChance } from '../../../src/sandbox/core/model/chance.ts'
import { type Body, podOf, podsPath, startTalk, strategicPatch, type Talk } from '../talk.ts'
import { type Follower, follow } from './follower.ts'

const operations = 10_000
const cpus = ['10m', '100m', '400m', '900m', '1500m', '2', '2500m']
const memories = ['16Mi', '1Gi', '9Gi', '20Gi', '30Gi']

interface Shaker extends Talk {
  readonly followers: readonly Follower[]
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
  (it) => it.pick(it.followers).reconnect(),
]

const requests = ({ pick }: Shaker) => ({ cpu: pick(cpus), memory: pick(memories) })
const grace = ({ pick }: Shaker): Record<string, string> =>
  pick([{}, { gracePeriodSeconds: '0' }, { gracePeriodSeconds: '1' }])
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

/** What each pod has been granted; pods are replaced, never changed. */
const grants = new WeakMap<Pod, Amounts>()
function grantOf(pod: Pod): Amounts {
  const known = grants.get(pod) ?? allocatedRequests(pod)
  grants.set(pod, known)
  return known
}

const holds = ({ status }: Pod): boolean => status?.containerStatuses !== undefined && status.phase === 'Running'

/** Nodes whose kubelet has granted more than they have. */
function overcommitted(pods: Iterable<Pod>, nodes: Iterable<Body>): string[] {
  const byNode = Map.groupBy([...pods].filter(holds), ({ spec }) => spec.nodeName)
  return [...nodes].flatMap(({ metadata: { name }, status }) => {
    const granted = (byNode.get(name) ?? []).map(grantOf).reduce(add, none)
    const { cpu, memory } = amountsOf(status.allocatable)
    return granted.cpu > cpu || granted.memory > memory ? [`${name} is over-committed`] : []
  })
}

test('ten thousand operations, and the cluster is consistent after each', () => {
  const { random } = createChance(1)
  const talk = startTalk()
  const below = (limit: number) => Math.floor(random() * limit)
  const pods = follow(talk, podsPath('default'))
  const nodes = follow(talk, '/api/v1/nodes')
  const followers = [
    pods,
    nodes,
    follow(talk, podsPath('default'), { labelSelector: 'app=a' }),
    follow(talk, '/api/v1/pods', { fieldSelector: 'spec.nodeName=node-a,status.phase!=Failed' }),
    follow(talk, '/apis/apps/v1/daemonsets'),
  ]
  const shaker: Shaker = { ...talk, followers, below, pick: (from) => from[below(from.length)]! }
  const revision = (): string =>
    talk.must('GET', '/api/v1/namespaces', { query: { limit: '1' } }).metadata.resourceVersion
  let looked = ''
  for (let i = 1; i <= operations; i++) {
    shaker.pick(shakes)(shaker)
    // Where nothing was written, all is as it was.
    if (looked === revision()) continue
    looked = revision()
    const complaints = followers.flatMap((follower) => follower.complaints())
    complaints.push(...overcommitted(pods.copy.values(), nodes.copy.values()))
    if (complaints.length > 0) throw new Error(`after operation ${i}: ${complaints.join('; ')}`)
  }
  expect(pods.copy.size).toBeGreaterThan(0)
})
