import { expect } from '@jest/globals'
import { nodeTarget } from '../../../src/lib/documents/target.ts'
import { Failure } from '../../../src/lib/failure.ts'
import type { Cluster } from '../../../src/lib/ports/cluster.ts'
import type { Limits } from '../../../src/lib/ports/limits.ts'
import { limits, type PortCase } from './port-side.ts'

const target = nodeTarget('node-a')
const namespace = 'kube-system'
const object = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'nosuch', namespace } }
const requests = { cpu: '1', memory: '1' }
const stranger = {
  metadata: { name: 'nosuch', namespace, uid: 'u', resourceVersion: '1' },
  spec: { containers: [{ name: 'balloon', resources: { requests } }] },
}
const document = {
  ...{
    target,
    namespace,
    name: 'nosuch',
    uid: 'u',
    resourceVersion: '1',
    createdAt: '',
    body: '',
    inBinaryData: false,
  },
  ...{ extraKeys: [], extraBytes: 0, immutable: false, stamp: {}, lastWrite: undefined },
}

type Method = (cluster: Cluster, limits: Limits) => Promise<unknown>

/** What anybody may ask, whatever their rights. */
const open: Readonly<Record<string, Method>> = {
  'access.whoAmI': ({ access }, its) => access.whoAmI(its),
  'access.may': ({ access }, its) => access.may('get', object, its),
  'access.serverVersion': ({ access }, its) => access.serverVersion(its),
  'access.serves': ({ access }, its) => access.serves('pods', its),
}

/** What takes a right. None of these would change anything. */
const guarded: Readonly<Record<string, Method>> = {
  'documents.read': ({ documents }, its) => documents.read(target, its),
  'documents.list': ({ documents }, its) => documents.list(its),
  'documents.write': ({ documents }, its) =>
    documents.write({ target, body: '', stamp: {}, replaces: undefined }, 'server', its),
  'documents.remove': ({ documents }, its) => documents.remove(document, 'server', its),
  'documents.lastRevisions': ({ documents }, its) => documents.lastRevisions(its),
  'documents.rememberRevision': ({ documents }, its) => documents.rememberRevision(target, 1, 'server', its),
  'documents.watch': ({ documents }, its) => firstOf(documents.watch(target, its)),
  'nodes.read': ({ nodes }, its) => nodes.read('node-a', its),
  'nodes.list': ({ nodes }, its) => nodes.list({}, its),
  'nodes.pods': ({ nodes }, its) => nodes.pods(undefined, its),
  'balloons.read': ({ balloons }, its) => balloons.read('nosuch', its),
  'balloons.list': ({ balloons }, its) => balloons.list(its),
  'balloons.resize': ({ balloons }, its) =>
    balloons.resize({ pod: stranger, from: requests, to: requests }, 'server', its),
  'balloons.watch': ({ balloons }, its) => firstOf(balloons.watch('nosuch', its)),
  'objects.read': ({ objects }, its) => objects.read(object, its),
  'objects.apply': ({ objects }, its) => objects.apply(object, 'server', its),
  'objects.remove': ({ objects }, its) => objects.remove(object, 'server', its),
  'objects.list': ({ objects }, its) => objects.list(object, its),
}

const firstOf = async (states: AsyncIterable<unknown>): Promise<unknown> =>
  (await states[Symbol.asyncIterator]().next()).value

const isWatch = (name: string): boolean => name.endsWith('.watch')

export const limitCases: readonly PortCase[] = [
  ...Object.entries(guarded).map(
    ([name, ask]): PortCase => ({
      name: `limits: ${name} without the right is refused, and never "absent"`,
      async run(subject) {
        const cluster = await subject.connect({ user: subject.name() })
        await expect(ask(cluster, limits)).rejects.toMatchObject({ code: 'refused' })
      },
    }),
  ),
  ...Object.entries({ ...open, ...guarded }).map(
    ([name, ask]): PortCase => ({
      name: `limits: ${name} ${isWatch(name) ? 'ends' : 'is interrupted'} when its signal has aborted`,
      async run(subject) {
        const signal = AbortSignal.abort(new Failure('interrupted', 'interrupted'))
        const asked = ask(await subject.connect(), { signal })
        if (isWatch(name)) expect(await asked).toBeUndefined()
        else await expect(asked).rejects.toMatchObject({ code: 'interrupted' })
      },
    }),
  ),
  {
    name: 'limits: a watch ends soon after its signal aborts',
    async run(subject) {
      const { documents, balloons } = await subject.connect()
      for (const watch of [documents.watch.bind(null, target), balloons.watch.bind(null, 'nosuch')]) {
        const stop = new AbortController()
        for await (const _ of watch({ signal: stop.signal })) setImmediate(() => stop.abort())
      }
    },
  },
]
