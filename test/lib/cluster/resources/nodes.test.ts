import { describe, expect, test } from '@jest/globals'
import { nodesOver } from '../../../../src/lib/cluster/resources/nodes.ts'
import { refusal, startApiServer } from '../../../support/api-server.ts'
import { patient, restTo } from '../http/rest-to.ts'

const node = (name: string, ready: string) => ({
  kind: 'Node',
  metadata: { name, uid: `uid-${name}`, labels: { zone: 'a' }, managedFields: [{}] },
  status: {
    allocatable: { cpu: '2', memory: '24581696Ki' },
    capacity: { cpu: '2', memory: '24683996Ki' },
    conditions: [{ type: 'Ready', status: ready }],
    nodeInfo: {
      ...{ bootID: 'boot-1', kubeletVersion: 'v1.36.3', operatingSystem: 'linux' },
      ...{ osImage: 'Debian', containerRuntimeVersion: 'containerd://2.1.4' },
    },
  },
})

describe('nodes', () => {
  test('are read by name', async () => {
    await using server = await startApiServer(() => ({ body: node('n1', 'Unknown') }))
    expect(await nodesOver(await restTo(server.url)).read('n1', patient)).toEqual({
      name: 'n1',
      uid: 'uid-n1',
      labels: { zone: 'a' },
      annotations: {},
      agentCondition: undefined,
      allocatable: { cpu: '2', memory: '24581696Ki' },
      capacity: { cpu: '2', memory: '24683996Ki' },
      bootId: 'boot-1',
      ready: false,
      unreachable: true,
      kubeletVersion: 'v1.36.3',
      operatingSystem: 'linux',
      osImage: 'Debian',
      containerRuntime: 'containerd://2.1.4',
      scheduling: { resourceVersion: '', unschedulable: false, cordonedBy: [] },
    })
    expect(server.received[0]?.path).toBe('/api/v1/nodes/n1')
  })

  test('that are not there are undefined', async () => {
    await using server = await startApiServer(() => refusal(404, 'NotFound', { details: { name: 'n1' } }))
    expect(await nodesOver(await restTo(server.url)).read('n1', patient)).toBeUndefined()
  })

  test('of a malformed selector are nobody, and that is a matter of usage', async () => {
    await using server = await startApiServer(() => refusal(400, 'BadRequest', { message: "found '='" }))
    await expect(nodesOver(await restTo(server.url)).list({ labelSelector: 'pool===' }, patient)).rejects.toMatchObject(
      { code: 'usage', fact: { reason: 'SelectorInvalid', selector: 'pool===', serverMessage: "found '='" } },
    )
  })

  test('are listed by name and by label', async () => {
    await using server = await startApiServer(() => ({
      body: { kind: 'NodeList', items: [node('b', 'True'), node('a', 'True')] },
    }))
    const nodes = await nodesOver(await restTo(server.url)).list({ labelSelector: 'zone=a' }, patient)
    expect(nodes.map(({ name, ready }) => [name, ready])).toEqual([
      ['a', true],
      ['b', true],
    ])
    expect(server.received[0]?.query).toMatchObject({ labelSelector: 'zone=a' })
  })
})

describe('pods', () => {
  test.each([
    ['n1', 'spec.nodeName=n1'],
    [undefined, 'spec.nodeName!='],
  ])('of %p are those that still need room', async (name, bound) => {
    await using server = await startApiServer(() => ({ body: { kind: 'PodList', items: [] } }))
    await nodesOver(await restTo(server.url)).pods(name, patient)
    expect(server.received[0]?.query['fieldSelector']).toBe(`${bound},status.phase!=Succeeded,status.phase!=Failed`)
  })

  test('keep what sizing reads and nothing else', async () => {
    const labels = { 'nodesize.kubeletcfg.dev/balloon': 'true', 'controller-revision-hash': 'h' }
    const kept = {
      metadata: { name: 'p', namespace: 'd', uid: 'u', resourceVersion: '1', labels },
      spec: {
        nodeName: 'n1',
        containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }],
        initContainers: [{ name: 'i', restartPolicy: 'Always' }],
      },
      status: {
        phase: 'Running',
        conditions: [{ type: 'PodScheduled', status: 'True' }],
        containerStatuses: [{ name: 'c', allocatedResources: { cpu: '1' } }],
      },
    }
    const sent = structuredClone(kept)
    Object.assign(sent.metadata, { managedFields: [{}] })
    Object.assign(sent.metadata.labels, { app: 'web' })
    sent.status.conditions.push({ type: 'Ready', status: 'True' })
    Object.assign(sent.spec, { volumes: [{}] })
    Object.assign(sent.spec.containers[0]!, { image: 'x', env: [{}] })
    Object.assign(sent.status.containerStatuses[0]!, { imageID: 'x' })
    await using server = await startApiServer(() => ({ body: { kind: 'PodList', items: [sent] } }))
    expect(await nodesOver(await restTo(server.url)).pods(undefined, patient)).toEqual([kept])
  })

  test('of several nodes are one list, and only theirs are kept', async () => {
    const metadata = { name: 'p', namespace: 'd', uid: 'u', resourceVersion: '1' }
    const items = ['n1', 'n2', 'n3'].map((nodeName) => ({ metadata, spec: { nodeName, containers: [] } }))
    await using server = await startApiServer(() => ({ body: { kind: 'PodList', items } }))
    const found = await nodesOver(await restTo(server.url)).pods(new Set(['n1', 'n3', 'n4']), patient)
    expect([found.map(({ spec }) => spec.nodeName), server.received.length]).toEqual([['n1', 'n3'], 1])
  })
})
