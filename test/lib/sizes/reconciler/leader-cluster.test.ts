import { describe, expect, test } from '@jest/globals'
import type { Node } from '../../../../src/lib/api/node.ts'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { isRead } from '../../../../src/lib/cluster/http/transport.ts'
import type { OpenCluster } from '../../../../src/lib/connect/cluster.ts'
import { Failure, said } from '../../../../src/lib/message/failure.ts'
import { requestsOf } from '../../../../src/lib/pods/requests.ts'
import type { SizeBucket } from '../../../../src/lib/sizes/desired/desired-size.ts'
import { resizeFor } from '../../../../src/lib/sizes/plan/patch.ts'
import type { Cluster } from '../../../../src/lib/sizes/ports/cluster.ts'
import { leaderCluster } from '../../../../src/lib/sizes/reconciler/leader-cluster.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { balloonOf } from '../resize/balloons.ts'
import { clusterWithDesiredSizes, storeDesired } from './kept.ts'

const limits = { signal: new AbortController().signal }

/** What the calls are about. */
interface Objects {
  readonly node: Node
  readonly pod: Pod
  readonly bucket: SizeBucket
}

type Port = Exclude<keyof Cluster, 'now'>
type Calls = { readonly [P in Port]: { readonly [M in Methods<Cluster[P]>]: Ask<Cluster[P]> } }
type Methods<P> = { [M in keyof P]: P[M] extends (...args: never[]) => unknown ? M : never }[keyof P]
type Ask<P> = (port: P, objects: Objects) => unknown

const daemonSet = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'x', namespace: 'kube-system' } }

/** A call of each method of each port that a reconciler gets: one that is missing does not compile. */
const calls: Calls = {
  nodes: {
    read: (nodes) => nodes.read('node-a', limits),
    list: (nodes) => nodes.list({}, limits),
    annotate: (nodes) => nodes.annotate('node-a', { 'a.b/c': 'd' }, 'none', limits),
    schedule: (nodes, { node }) => nodes.schedule(node, { unschedulable: true, annotations: {} }, limits),
    configz: (nodes) => nodes.configz('node-a', limits),
    leaseTimes: (nodes) => nodes.leaseTimes('node-a', limits),
    pods: (nodes) => nodes.pods('node-a', limits),
    pendingPods: (nodes) => nodes.pendingPods(limits),
    foldPods: (nodes) =>
      nodes.foldPods(
        () => [],
        () => undefined,
        limits,
      ),
  },
  balloons: {
    resize: (balloons, { pod }) => {
      const from = requestsOf(pod)!
      return balloons.resize(resizeFor({ pod, from, to: from }), 'none', limits)
    },
    read: (balloons, { pod }) => balloons.read(pod.metadata.name, limits),
    list: (balloons) => balloons.list(limits),
    listNotRunning: (balloons) => balloons.listNotRunning(limits),
    watch: (balloons, { pod }) => balloons.watch(pod.metadata.name, limits)[Symbol.asyncIterator]().next(),
  },
  desiredSizes: {
    read: (desiredSizes) => desiredSizes.read('node-a', limits),
    list: (desiredSizes) => desiredSizes.list(limits),
    write: (desiredSizes, { bucket }) => {
      const replaces = bucket.desiredSizes.get('node-a')?.text
      return desiredSizes.write({ node: 'node-a', replaces, text: '{"cpu":"3","hold":"size"}', bucket }, 'none', limits)
    },
  },
  objects: {
    read: (objects) => objects.read(daemonSet, limits),
    apply: (objects) => objects.apply({ ...daemonSet, kind: 'ConfigMap', apiVersion: 'v1' }, 'none', limits),
    remove: (objects) => objects.remove(daemonSet, 'none', limits),
    list: (objects) => objects.list({ apiVersion: 'apps/v1', kind: 'DaemonSet' }, limits),
  },
  usage: { ofNodes: (usage) => usage.ofNodes(undefined, limits) },
  access: {
    whoAmI: (access) => access.whoAmI(limits),
    may: (access) => access.may('get', { apiVersion: 'v1', kind: 'Node' }, limits),
    serverVersion: (access) => access.serverVersion(limits),
    serves: (access) => access.serves('pods/resize', limits),
    groups: (access) => access.groups(limits),
    featureGates: (access) => access.featureGates(limits),
  },
}

const lost = new Failure('unreachable', said('LeadershipLost', 'not renewed in time'))

/** The ports of a leader, or of a process that leads no more; what is asked of it, and what of that changes something. */
function portsOf(world: InProcess, confirm: () => void) {
  const cluster = leaderCluster(world.connect(), { signal: limits.signal, confirm })
  const outcomeOf = async (call: () => unknown): Promise<{ writes: boolean; refusal: unknown }> => {
    const from = world.sent.length
    const refusal = await Promise.resolve()
      .then(call)
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    return { writes: world.sent.slice(from).some((sent) => !isRead(sent)), refusal }
  }
  return { cluster, outcomeOf }
}

async function objectsIn(world: InProcess): Promise<Objects> {
  storeDesired(world, '2')
  const { nodes, desiredSizes } = world.cluster
  return {
    node: (await nodes.read('node-a', limits))!,
    pod: balloonOf(world),
    bucket: (await desiredSizes.read('node-a', limits))!,
  }
}

const methods = Object.entries(calls).flatMap(([port, byName]) =>
  Object.entries(byName).map(([method, ask]) => [`${port}.${method}`, port as Port, ask as Ask<unknown>] as const),
)

describe('a process that leads no more', () => {
  test.each(methods)('changes nothing by %s, unless it only reads', async (name, port, ask) => {
    using world = clusterWithDesiredSizes()
    const objects = await objectsIn(world)
    let asked = 0
    const leader = portsOf(world, () => void asked++)
    const led = await leader.outcomeOf(() => ask(leader.cluster[port], objects))
    const former = portsOf(world, () => {
      throw lost
    })
    const after = await former.outcomeOf(() => ask(former.cluster[port], objects))
    expect({ name, asked, ...after }).toEqual(
      led.writes
        ? { name, asked: 1, writes: false, refusal: lost }
        : { name, asked: 0, writes: false, refusal: led.refusal },
    )
  })

  test('undoes the cordon that it has made', async () => {
    using world = clusterWithDesiredSizes()
    const { node } = await objectsIn(world)
    const { cluster, outcomeOf } = portsOf(world, () => {
      throw lost
    })
    const undo = { unschedulable: false, annotations: {} }
    expect(await outcomeOf(() => cluster.nodes.schedule(node, undo, limits))).toEqual({
      writes: true,
      refusal: undefined,
    })
  })
})

test('writes are those that are known, and each port and method is tried', async () => {
  using world = clusterWithDesiredSizes()
  const objects = await objectsIn(world)
  const { cluster, outcomeOf } = portsOf(world, () => undefined)
  const writes: string[] = []
  for (const [name, port, ask] of methods)
    if ((await outcomeOf(() => ask(cluster[port], objects))).writes) writes.push(name)
  expect(writes).toEqual([
    'nodes.annotate',
    'nodes.schedule',
    'balloons.resize',
    'desiredSizes.write',
    'objects.apply',
    'objects.remove',
  ])
  const ports = Object.entries(calls).map(([port]) => port as Port)
  const tried: readonly string[] = methods.map(([name]) => name)
  const there = ports.flatMap((port) =>
    Object.entries(world.cluster[port]).flatMap(([name, value]) =>
      typeof value === 'function' ? [`${port}.${name}`] : [],
    ),
  )
  expect(there.filter((name) => !tried.includes(name))).toEqual([])
})

test('a port that nobody has thought of is guarded, too', async () => {
  using world = clusterWithDesiredSizes()
  const cluster: OpenCluster = world.connect()
  const { leases, events } = leaderCluster(cluster, {
    signal: limits.signal,
    confirm() {
      throw lost
    },
  }) as OpenCluster
  await expect(leases.create('lock', {}, limits)).rejects.toBe(lost)
  await expect(events.repeat({ metadata: { name: 'x', namespace: 'default' } }, {} as never, limits)).rejects.toBe(lost)
})
