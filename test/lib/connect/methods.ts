import type { EventBody } from '../../../src/lib/api/event.ts'
import type { OpenCluster } from '../../../src/lib/connect/cluster.ts'
import { globalTarget, nodeTarget } from '../../../src/lib/documents/target.ts'
import type { DryRun, Limits } from '../../../src/lib/ports/limits.ts'

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
  ...{ extraKeys: [], extraBytes: 0, immutable: false, stamp: {}, lastWrite: undefined, textWrite: undefined },
  keeper: undefined,
}
const bucket = {
  namespace,
  name: 'nodesize-sizes-0',
  desiredSizes: new Map(),
  machines: new Map(),
  strays: [],
  hasKeys: true,
}

/** A conflict on every server: no Node has this version. */
const unread = { name: 'node-a', scheduling: { resourceVersion: '1', unschedulable: false, cordonedBy: [] } }

const event: EventBody = {
  metadata: { name: 'nosuch', namespace },
  involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', name: 'nosuch', namespace },
  ...{ type: 'Normal', reason: 'Tested', action: 'Testing', message: '', eventTime: '2026-11-21T00:00:00.000001Z' },
  ...{ reportingComponent: 'kubeletcfg.dev/test', reportingInstance: 'test' },
}

const report = { condition: { status: 'True', reason: 'Good', message: 'good' }, annotation: '{}' } as const
const tokenRequest = { namespace, serviceAccount: 'nosuch', node: { name: 'nosuch', uid: 'u' }, seconds: 600 }

/** Writes in a dry run unless told, where there is one. */
export type Method = (cluster: OpenCluster, limits: Limits, dryRun?: DryRun) => Promise<unknown>

/** What anybody may ask, whatever their rights. */
export const open: Readonly<Record<string, Method>> = {
  'access.whoAmI': ({ access }, its) => access.whoAmI(its),
  'access.may': ({ access }, its) => access.may('get', object, its),
  'access.serverVersion': ({ access }, its) => access.serverVersion(its),
  'access.serves': ({ access }, its) => access.serves('pods', its),
}

/** What takes a right. */
export const guarded: Readonly<Record<string, Method>> = {
  'documents.read': ({ documents }, its) => documents.read(target, its),
  'documents.list': ({ documents }, its) => documents.list(its),
  'documents.write': ({ documents }, its, dryRun = 'server') =>
    documents.write({ target, body: '', stamp: {}, replaces: undefined }, dryRun, its),
  'documents.remove': ({ documents }, its, dryRun = 'server') => documents.remove(document, dryRun, its),
  'documents.lastRevisions': ({ documents }, its) => documents.lastRevisions(its),
  'documents.rememberRevision': ({ documents }, its, dryRun = 'server') =>
    documents.rememberRevision(target, 1, dryRun, its),
  'documents.watch': ({ documents }, its) => firstOf(documents.watch(target, its)),
  'history.list': ({ history }, its) => history.list(target, its),
  'history.listOf': ({ history }, its) => history.listOf([target, globalTarget], its),
  'history.numbers': ({ history }, its) => history.numbers(target, its),
  'history.record': ({ history }, its, dryRun = 'server') =>
    history.record({ target, revision: 1, body: '', stamp: {} }, dryRun, its),
  'history.remove': ({ history }, its, dryRun = 'server') => history.remove(target, 1, dryRun, its),
  'nodes.annotate': ({ nodes }, its, dryRun = 'server') => nodes.annotate('node-a', {}, dryRun, its),
  'nodes.configz': ({ nodes }, its) => nodes.configz('node-a', its),
  'nodes.leaseTimes': ({ nodes }, its) => nodes.leaseTimes('node-a', its),
  'nodes.schedule': ({ nodes }, its) => nodes.schedule(unread, { unschedulable: false, annotations: {} }, its),
  'nodes.read': ({ nodes }, its) => nodes.read('node-a', its),
  'nodes.list': ({ nodes }, its) => nodes.list({}, its),
  'nodes.pods': ({ nodes }, its) => nodes.pods(undefined, its),
  'nodes.pendingPods': ({ nodes }, its) => nodes.pendingPods(its),
  'nodes.foldPods': ({ nodes }, its) =>
    nodes.foldPods(
      () => undefined,
      () => undefined,
      its,
    ),
  'balloons.read': ({ balloons }, its) => balloons.read('nosuch', its),
  'balloons.list': ({ balloons }, its) => balloons.list(its),
  'balloons.listNotRunning': ({ balloons }, its) => balloons.listNotRunning(its),
  'balloons.resize': ({ balloons }, its, dryRun = 'server') =>
    balloons.resize({ pod: stranger, from: requests, to: requests }, dryRun, its),
  'balloons.watch': ({ balloons }, its) => firstOf(balloons.watch('nosuch', its)),
  'agentNode.report': ({ agentNode }, its) => agentNode('node-a').report(report, its),
  'agentNode.withdraw': ({ agentNode }, its) => agentNode('node-a').withdraw(its),
  'agentNode.leaseRenewedAt': ({ agentNode }, its) => agentNode('node-a').leaseRenewedAt(its),
  'agentNode.pods': ({ agentNode }, its) => agentNode('node-a').pods(its),
  'agentNode.watch': ({ agentNode }, its) => firstOf(agentNode('node-a').watch(its)),
  'desiredSizes.read': ({ desiredSizes }, its) => desiredSizes.read('nosuch', its),
  'desiredSizes.list': ({ desiredSizes }, its) => desiredSizes.list(its),
  'desiredSizes.write': ({ desiredSizes }, its, dryRun = 'server') =>
    desiredSizes.write({ node: 'nosuch', replaces: undefined, text: undefined, bucket }, dryRun, its),
  'names.list': ({ names }, its) => names.list('nodes', its),
  'objects.read': ({ objects }, its) => objects.read(object, its),
  'objects.apply': ({ objects }, its, dryRun = 'server') => objects.apply(object, dryRun, its),
  'objects.remove': ({ objects }, its, dryRun = 'server') => objects.remove(object, dryRun, its),
  'objects.list': ({ objects }, its) => objects.list(object, its),
  'leases.read': ({ leases }, its) => leases.read('nosuch', its),
  'leases.create': ({ leases }, its) => leases.create('nosuch', {}, its),
  'leases.update': ({ leases }, its) => leases.update({ metadata: document, spec: {} }, {}, its),
  'events.create': ({ events }, its) => events.create(event, its),
  'events.repeat': ({ events }, its) => events.repeat(event, { count: 2, lastObservedTime: event.eventTime }, its),
  'enrollment.machineOf': ({ enrollment }, its) => enrollment.machineOf('node-a', its),
  'collections.documents.changes': ({ collections }, its) => firstOf(collections.documents.changes(its)),
  'collections.nodes.changes': ({ collections }, its) => firstOf(collections.nodes.changes(its)),
  'collections.balloons.changes': ({ collections }, its) => firstOf(collections.balloons.changes(its)),
  'collections.daemonSets.changes': ({ collections }, its) => firstOf(collections.daemonSets.changes(its)),
  'collections.desiredSizes.changes': ({ collections }, its) => firstOf(collections.desiredSizes.changes(its)),
  'collections.nodesWith.changes': ({ collections }, its) =>
    firstOf(collections.nodesWith({ name: 'node-a' }).changes(its)),
  'collections.podsOn.changes': ({ collections }, its) => firstOf(collections.podsOn('node-a').changes(its)),
}

/** What the sandbox does not serve. */
export const unserved: Readonly<Record<string, Method>> = {
  'usage.ofNodes': ({ usage }, its) => usage.ofNodes(undefined, its),
  'enrollment.requestToken': ({ enrollment }, its) => enrollment.requestToken(tokenRequest, its),
}

const firstOf = async (states: AsyncIterable<unknown>): Promise<unknown> =>
  (await states[Symbol.asyncIterator]().next()).value

export const isWatch = (name: string): boolean => /\.(watch|changes)$/.test(name)
