import { describe, expect, test } from '@jest/globals'
import { collectionPath } from '../../../src/lib/api/kinds.ts'
import { installObjects } from '../../../src/lib/sizes/manifests/manifests.ts'
import { everyLinuxNode } from '../../../src/lib/sizes/model/installation.ts'
import { type Body, podsPath, startTalk, strategicPatch, type Talk } from '../talk.ts'

const namespace = 'nodesize-system'
const sets = `/apis/apps/v1/namespaces/${namespace}/daemonsets`
/** What `nodesize install` makes. */
function install(change: (set: Body) => Body = (set) => set): Talk {
  const talk = startTalk()
  const objects = installObjects({
    namespace,
    image: 'pause:1',
    nodeSelector: everyLinuxNode,
    createNamespace: 'owned',
  })
  for (const object of objects) {
    const body = object.kind === 'DaemonSet' ? change(structuredClone(object)) : object
    const { apiVersion, kind, metadata } = object
    talk.must('POST', collectionPath({ apiVersion, kind, namespace: metadata.namespace }), { body })
  }
  talk.sandbox.advance(2000)
  return talk
}

const balloons = ({ must }: Talk): Body[] => must('GET', podsPath(namespace)).items
const nodesOf = (pods: readonly Body[]): string[] => pods.map(({ spec }) => spec.nodeName).sort()

describe('a DaemonSet', () => {
  test('has a pod on every node, and counts them', () => {
    const talk = install()
    const pods = balloons(talk)
    expect(nodesOf(pods)).toEqual(['node-a', 'node-b', 'node-c'])
    expect(pods[0]).toMatchObject({
      spec: { priority: 1_000_000_000, preemptionPolicy: 'Never' },
      status: { phase: 'Running', qosClass: 'Burstable' },
      metadata: { ownerReferences: [{ kind: 'DaemonSet', controller: true }] },
    })
    expect(talk.must('GET', `${sets}/nodesize-balloon`).status).toMatchObject({
      desiredNumberScheduled: 3,
      numberReady: 3,
      updatedNumberScheduled: 3,
    })
  })

  test('follows the labels of nodes', () => {
    const talk = install((set) => {
      set.spec.template.spec.nodeSelector = { balloon: 'yes' }
      return set
    })
    const label = (value: string | null) =>
      talk.must('PATCH', '/api/v1/nodes/node-b', {
        body: { metadata: { labels: { balloon: value } } },
        contentType: strategicPatch,
      })
    expect(balloons(talk)).toEqual([])
    label('yes')
    talk.sandbox.advance(1000)
    expect(nodesOf(balloons(talk))).toEqual(['node-b'])
    label(null)
    talk.sandbox.advance(1000)
    expect(balloons(talk)).toEqual([])
  })

  test('replaces a pod that is deleted, at the size of the template', () => {
    const talk = install()
    const [pod] = balloons(talk)
    const path = podsPath(namespace, pod.metadata.name)
    const body = { spec: { containers: [{ name: 'balloon', resources: { requests: { cpu: '1' } } }] } }
    talk.must('PATCH', `${path}/resize`, { body, contentType: strategicPatch })
    talk.sandbox.advance(1000)
    talk.must('DELETE', path)
    talk.sandbox.advance(1000)
    const cpus = balloons(talk).map(({ spec }) => spec.containers[0].resources.requests.cpu)
    expect(cpus).toEqual(['1m', '1m', '1m'])
  })

  test.each([
    ['OnDelete', 0],
    ['RollingUpdate', 3],
  ])('with %s replaces %d of its 3 pods when its template changes', (type, expected) => {
    const talk = install((set) => {
      set.spec.updateStrategy = { type }
      return set
    })
    const before = new Set(balloons(talk).map(({ metadata }) => metadata.uid))
    const body = { spec: { template: { metadata: { annotations: { new: 'yes' } } } } }
    talk.must('PATCH', `${sets}/nodesize-balloon`, { body, contentType: strategicPatch })
    talk.sandbox.advance(10_000)
    expect(balloons(talk).filter(({ metadata }) => !before.has(metadata.uid))).toHaveLength(expected)
  })

  test.each([
    ['Background', 0],
    ['Foreground', 0],
    ['Orphan', 3],
  ])('that is deleted with %s leaves %d pods behind', (propagationPolicy, expected) => {
    const talk = install()
    talk.must('DELETE', `${sets}/nodesize-balloon`, { body: { propagationPolicy } })
    talk.sandbox.advance(2000)
    expect(talk.ask('GET', `${sets}/nodesize-balloon`).status).toBe(404)
    expect(balloons(talk)).toHaveLength(expected)
  })

  test('is told why its pods are refused', () => {
    const talk = install((set) => {
      set.spec.template.spec.priorityClassName = 'nobody'
      return set
    })
    const { items } = talk.must('GET', `/api/v1/namespaces/${namespace}/events`)
    expect(items[0]).toMatchObject({ type: 'Warning', reason: 'FailedCreate' })
    expect(items[0].message).toMatch(
      /^Error creating: pods .* is forbidden: no PriorityClass with name nobody was found$/,
    )
  })
})

test('a namespace that is deleted is emptied first', () => {
  const talk = install()
  const { status } = talk.must('DELETE', `/api/v1/namespaces/${namespace}`)
  expect(status).toEqual({ phase: 'Terminating' })
  const body = { metadata: { name: 'late' } }
  expect(talk.ask('POST', `/api/v1/namespaces/${namespace}/configmaps`, { body }).body).toMatchObject({
    code: 403,
    details: { causes: [{ reason: 'NamespaceTerminating' }] },
  })
  talk.sandbox.advance(2000)
  expect(talk.ask('GET', `/api/v1/namespaces/${namespace}`).status).toBe(404)
  expect(balloons(talk)).toEqual([])
})

test('the pods of a node that is gone are deleted after a minute', () => {
  const talk = install()
  talk.must('DELETE', '/api/v1/nodes/node-c')
  talk.sandbox.advance(61_000)
  expect(nodesOf(balloons(talk))).toEqual(['node-a', 'node-b'])
})

test('a quota shows what is used', () => {
  const talk = install()
  const quotas = `/api/v1/namespaces/${namespace}/resourcequotas`
  const hard = { 'requests.cpu': '1', pods: '5' }
  talk.must('POST', quotas, { body: { metadata: { name: 'q' }, spec: { hard } } })
  talk.sandbox.advance(1000)
  expect(talk.must('GET', `${quotas}/q`).status).toEqual({ hard, used: { 'requests.cpu': '3m', pods: '3' } })
})
