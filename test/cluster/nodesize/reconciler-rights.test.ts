import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { balloon, desired, reconciler } from '../../../src/lib/names.ts'
import { type Answer, type Asked, ask, merge, strategic } from '../agent/token.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import { until } from '../until.ts'
import { balloonOf } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { keepRights, reconcilerToken } from './replicas.ts'

keepInstalled()
keepRights()

/** What a kubelet gets that has a pod of the reconciler on its node. */
let token = ''
const send = (asked: Asked): Promise<Answer> => ask(token, asked)

const node = '/api/v1/nodes/node-b'
const dry = '?dryRun=All'
const patch = (path: string, body: unknown, contentType = merge): Asked => ({
  ...{ method: 'PATCH', path, body, contentType },
})
const annotated = (annotations: object) => ({ metadata: { annotations } })
const absent = { apiVersion: 'v1', kind: 'ConfigMap', name: 'absent', uid: '00000000-0000-4000-8000-000000000000' }

beforeAll(async () => {
  token = await reconcilerToken()
  // A policy is in force a moment after it is bound.
  await until(async () => (await send(patch(`${node}${dry}`, annotated({ any: 'x' })))).status === 403, 'no policy')
})

const configMaps = '/api/v1/namespaces/kube-system/configmaps'
const leases = `/apis/coordination.k8s.io/v1/namespaces/${reconciler.namespace}/leases`
const events = '/api/v1/namespaces/default/events'
const event = (more: object) => ({
  metadata: { name: 'node-b.test.1', namespace: 'default' },
  involvedObject: { apiVersion: 'v1', kind: 'Node', name: 'node-b', uid: 'node-b' },
  ...{ type: 'Normal', reason: 'Test', action: 'Test', message: 'test', eventTime: '2026-11-24T00:00:00.000000Z' },
  ...{ reportingComponent: reconciler.reportingComponent, reportingInstance: 'test' },
  ...more,
})

describe('whoever has the token of the reconciler', () => {
  test.each<readonly [what: string, asked: Asked]>([
    ['evict pods by a taint', patch(node, { spec: { taints: [{ key: 'x', effect: 'NoExecute' }] } })],
    [
      'claim a label of node-restriction',
      patch(node, { metadata: { labels: { 'node-restriction.kubernetes.io/x': '1' } } }),
    ],
    ['report as an agent', patch(node, annotated({ 'kubeletcfg.dev/agent-status': '{}' }))],
    ['have the Node deleted by an owner', patch(node, { metadata: { ownerReferences: [absent] } })],
    ['block its deletion', patch(node, { metadata: { finalizers: ['x.example/y'] } })],
    ['change its CIDR', patch(node, { spec: { podCIDR: '10.9.0.0/24', podCIDRs: ['10.9.0.0/24'] } })],
    ['name its machine', patch(node, { spec: { providerID: 'x://y' } })],
    ['cordon without a mark', patch(node, { spec: { unschedulable: true } })],
    ['leave a mark without a cordon', patch(node, annotated({ [balloon.cordonAnnotation]: '{}' }))],
    [
      'store much in a mark',
      patch(node, { ...annotated({ [balloon.cordonAnnotation]: 'x'.repeat(1025) }), spec: { unschedulable: true } }),
    ],
    ['write the status of a Node', patch(`${node}/status`, { status: { phase: 'x' } })],
    ['delete a Node', { method: 'DELETE', path: node }],
    ['create a Node', { method: 'POST', path: '/api/v1/nodes', body: { metadata: { name: 'x' } } }],
    ['list ConfigMaps', { path: configMaps }],
    ['read a ConfigMap', { path: `${configMaps}/kube-root-ca.crt` }],
    ['write a store of sizes', patch(`${configMaps}/${desired.configMaps[0]}`, { data: { x: '{}' } })],
    ['watch all pods', { path: '/api/v1/pods?watch=true&timeoutSeconds=1' }],
    ['read secrets', { path: '/api/v1/namespaces/kube-system/secrets' }],
    ['resize a pod', patch('/api/v1/namespaces/default/pods/standing-low-node-b/resize', {})],
    ['take another Lease', { method: 'POST', path: leases, body: { metadata: { name: 'other' }, spec: {} } }],
    [
      'take a Lease of the control plane',
      patch('/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-scheduler', { spec: {} }),
    ],
    [
      'label its Lease',
      { method: 'POST', path: leases, body: { metadata: { name: reconciler.name, labels: { a: 'b' } }, spec: {} } },
    ],
    [
      'tell in the name of others',
      {
        method: 'POST',
        path: events,
        body: event({ reportingComponent: 'kubelet', source: { component: 'kubelet' } }),
      },
    ],
    [
      'tell of other objects',
      {
        method: 'POST',
        path: events,
        body: event({ involvedObject: { kind: 'Pod', name: 'x', namespace: 'default' } }),
      },
    ],
  ])('cannot %s', async (_, asked) => {
    expect(await send(asked)).toMatchObject({ status: 403 })
  })

  test('cannot resize a pod beside the balloons, nor one of an owner of another API that has the name of theirs', async () => {
    const pod = (name: string, metadata: object) => ({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'kube-system', ...metadata } },
      spec: {
        ...{ nodeName: 'node-b', terminationGracePeriodSeconds: 0 },
        containers: [{ name: 'c', image: 'localhost/pause:1', resources: { requests: { cpu: '1m' } } }],
      },
    })
    // The garbage collector does not know this kind, and leaves the pod.
    const owner = { apiVersion: 'x.example/v1', kind: 'DaemonSet', name: balloon.daemonSet, uid: absent.uid }
    const pods = [
      pod('test-alone', {}),
      pod('test-forged', { ownerReferences: [{ ...owner, controller: true }] }),
      pod('test-not-controlled', { ownerReferences: [{ ...owner, apiVersion: 'apps/v1' }] }),
    ]
    const resize = { spec: { containers: [{ name: 'c', resources: { requests: { cpu: '2m' } } }] } }
    for (const one of pods) {
      await kubectl(['create', '--filename=-'], { input: JSON.stringify(one) })
      const { name } = one.metadata
      try {
        const path = `/api/v1/namespaces/kube-system/pods/${name}/resize${dry}`
        // 404: the garbage collector was faster.
        expect([403, 404]).toContain((await send(patch(path, resize, strategic))).status)
      } finally {
        await kubectl(['delete', 'pod', name, '--namespace=kube-system', '--ignore-not-found', '--force'])
      }
    }
  })

  test('does not uncordon a Node that a person has cordoned', async () => {
    await kubectl(['cordon', 'node-b'])
    try {
      for (const body of [
        { spec: { unschedulable: null } },
        { ...annotated({ [balloon.cordonAnnotation]: '{}' }) },
        { ...annotated({ [balloon.cordonAnnotation]: '{}' }), spec: { unschedulable: null } },
      ])
        expect(await send(patch(node, body))).toMatchObject({ status: 403 })
    } finally {
      await kubectl(['uncordon', 'node-b'])
    }
  })

  test('cordons a Node with its mark, and uncordons it', async () => {
    const mark = JSON.stringify({ by: reconciler.name, at: '', until: '' })
    const cordon = { ...annotated({ [balloon.cordonAnnotation]: mark }), spec: { unschedulable: true } }
    const uncordon = { ...annotated({ [balloon.cordonAnnotation]: null }), spec: { unschedulable: null } }
    for (const body of [cordon, cordon, uncordon]) expect(await send(patch(node, body))).toMatchObject({ status: 200 })
    expect(await kubectlJson(['get', 'node', 'node-b'])).toMatchObject({ spec: {} })
  })

  test('resizes balloons, holds its Lease, tells of Nodes, and counts what it has told', async () => {
    const { name } = (await balloonOf('node-b')).metadata
    const resize = { spec: { containers: [{ name: balloon.container, resources: { requests: { cpu: '2m' } } }] } }
    const lease = { metadata: { name: reconciler.name }, spec: { holderIdentity: 'test' } }
    const series = { count: 2, lastObservedTime: '2026-11-24T00:00:00.000000Z' }
    try {
      for (const asked of [
        patch(`/api/v1/namespaces/kube-system/pods/${name}/resize${dry}`, resize, strategic),
        { method: 'POST', path: leases, body: lease } as const,
        patch(`${leases}/${reconciler.name}`, { spec: { holderIdentity: 'other' } }),
        { method: 'POST', path: events, body: event({}) } as const,
        patch(`${events}/node-b.test.1`, { series }),
      ])
        expect([200, 201]).toContain((await send(asked)).status)
      for (const body of [
        { message: 'forged' },
        { metadata: { labels: { a: 'b' } } },
        { metadata: { finalizers: ['x.example/y'] } },
      ])
        expect(await send(patch(`${events}/node-b.test.1`, body))).toMatchObject({ status: 403 })
      expect(
        await send(patch(`${leases}/${reconciler.name}`, { metadata: { ownerReferences: [absent] } })),
      ).toMatchObject({
        status: 403,
      })
    } finally {
      await kubectl(['delete', 'event', 'node-b.test.1', '--ignore-not-found'])
      await kubectl(['delete', 'lease', reconciler.name, `--namespace=${reconciler.namespace}`, '--ignore-not-found'])
    }
  })

  test('reads each store of sizes by its name, nodes, and what pods request', async () => {
    const [store] = desired.configMaps
    for (const path of [
      `${configMaps}?fieldSelector=metadata.name%3D${store}`,
      `${configMaps}/${store}`,
      '/api/v1/nodes',
      '/api/v1/pods?fieldSelector=spec.nodeName%3Dnode-b',
      '/api/v1/namespaces/kube-system/pods',
    ])
      expect(await send({ path })).toMatchObject({ status: 200 })
  })
})

afterAll(async () => {
  await kubectl(['delete', 'lease', reconciler.name, `--namespace=${reconciler.namespace}`, '--ignore-not-found'])
})
