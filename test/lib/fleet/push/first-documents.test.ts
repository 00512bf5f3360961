import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { assessChange } from '../../../../src/lib/kubelet/changes/assess.ts'
import { isRisk, type Risk } from '../../../../src/lib/kubelet/changes/disruption.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { InProcess } from '../../../support/in-process.ts'
import { configzWith } from '../../../support/kubelet-configz.ts'
import { addPods, forbidden, limits } from '../../cluster/clusters.ts'
import { documentOf } from '../../kubelet/check/documents.ts'
import type { Start } from '../../kubelet/merge/assemble.ts'
import { report, stored } from '../status/reports.ts'
import { planPush, pushTo, request } from './pushes.ts'

let world: InProcess
let own: object

beforeEach(async () => {
  own = await configzWith()
  world = new InProcess({ nodes: 3, configz: () => own })
  addPods(world, 'node-a', 100)
})
afterEach(() => world[Symbol.dispose]())

const nodeA = nodeTarget('node-a')
const configz = () => world.sent.filter(({ path }) => path.endsWith('/configz'))

async function warnings(text: string, target: Target, acceptedRisks: readonly Risk[] = []) {
  const plan = await planPush(world.cluster, { ...request(text, [target]), acceptedRisks }, limits)
  expect(plan.refusal).toBeUndefined()
  return plan.warnings.map(messageOf)
}

describe('the first document of a node with an agent', () => {
  test.each<[string, Start, string, readonly string[]]>([
    ['that changes nothing', { file: 'maxPods: 50\n' }, 'maxPods: 50\n', []],
    ['for which a restart is enough', { file: '' }, 'containerLogMaxFiles: 7\n', []],
    [
      'that lacks what the node sets',
      { file: 'cpuManagerPolicy: static\nreservedSystemCPUs: "0"\nmaxPods: 200\n' },
      'maxPods: 90\n',
      [
        expect.stringMatching(
          /node-a may hold their first document, .*other values of cpuManagerPolicy, .*maxPods.*; drain a node .* by itself; then uncordon the node; to accept that pods end, push with --accept-risk=/,
        ) as unknown as string,
      ],
    ],
    ['the kubelet sets values of its own', { file: 'tlsCertFile: /x\n' }, '', []],
    [
      'the runtime sets a value that the file may have',
      { file: 'cgroupDriver: systemd\n' },
      '',
      [
        expect.stringMatching(
          /of cgroupDriver \(if the own file of the node sets it\); .*--accept-risk=reboot$/,
        ) as unknown as string,
      ],
    ],
  ])('%s', async (_, start, text, expected) => {
    report(world, 'node-a', {})
    own = await configzWith(start)
    expect(await warnings(text, nodeA)).toEqual(expected)
  })

  const guardedText = (fields: string): unknown =>
    expect.stringMatching(
      new RegExp(`^the agents of node-a refuse their first document, unless their nodes allow it .*: ${fields} \\(`),
    )

  test.each<[string, Start, string, readonly unknown[]]>([
    ['sets one', { file: '' }, 'volumePluginDir: /tmp/plugins/\n', [guardedText('volumePluginDir')]],
    ['has what its node has', { file: 'volumePluginDir: /opt/p/\n' }, 'volumePluginDir: /opt/p/\n', []],
    [
      'lacks one',
      { file: 'authentication: {x509: {clientCAFile: /ca.crt}}\n' },
      '',
      [guardedText('authentication.x509.clientCAFile')],
    ],
  ])('is warned of for fields that agents guard, if it %s', async (_, start, text, expected) => {
    report(world, 'node-a', {})
    own = await configzWith(start)
    expect((await warnings(text, nodeA)).filter((warning) => !warning.includes('may hold'))).toEqual(expected)
  })

  const kubeadm = [
    'cgroupDriver: systemd',
    'clusterDNS: [10.96.0.10]',
    'rotateCertificates: true',
    'staticPodPath: /etc/kubernetes/manifests',
    'authentication: {x509: {clientCAFile: /etc/kubernetes/pki/ca.crt}}',
  ]
  test.each<[string, readonly string[], string]>([
    ['of kubeadm, replaced as a whole', kubeadm, 'maxPods: 60\n'],
    ['of kubeadm, with all that it sets', kubeadm, [...kubeadm, 'maxPods: 60\n'].join('\n')],
    ['of kubeadm, but for the driver', kubeadm, [...kubeadm.slice(1), 'maxPods: 80\n'].join('\n')],
    ['with a static manager', ['cpuManagerPolicy: static', 'reservedSystemCPUs: "0"'], 'maxPods: 90\n'],
    ['with taints', ['registerWithTaints: [{key: a, effect: NoSchedule}]'], 'kubeReserved: {cpu: "1"}\n'],
  ])('over a file %s, has the risks announced that the agent will find', async (_, lines, text) => {
    report(world, 'node-a', {})
    const file = `${lines.join('\n')}\n`
    own = await configzWith({ file })
    const documents = { before: await documentOf(file, '1.36'), after: await documentOf(text, '1.36') }
    const found = assessChange('1.36', documents).changes.filter(({ disruption }) => isRisk(disruption))
    const [warning = ''] = await warnings(text, nodeA)
    const announced = [...warning.matchAll(/--accept-risk=(\S+)/g)].map(([, risk]) => risk)
    expect(announced.sort()).toEqual([...new Set(found.map(({ disruption }) => disruption))].sort())
    for (const { path } of found) expect(warning).toContain(path)
  })

  test('is not warned of where no pod would end: its agent does not hold it', async () => {
    for (const node of ['node-a', 'node-b']) report(world, node, {})
    own = await configzWith({ file: 'maxPods: 200\n' })
    expect(await warnings('maxPods: 90\n', nodeTarget('node-b'))).toEqual([])
    addPods(world, 'node-b', 100)
    const both = await planPush(world.cluster, request('maxPods: 90\n', [nodeA, nodeTarget('node-b')]), limits)
    expect(both.warnings.map(messageOf)).toEqual([expect.stringMatching(/^the agents of node-a, node-b may hold /)])
  })

  test('is warned of where pods are not visible', async () => {
    report(world, 'node-b', {})
    own = await configzWith({ file: 'maxPods: 200\n' })
    world.mishap = ({ path }) => (path === '/api/v1/pods' ? forbidden('pods is forbidden') : undefined)
    expect(await warnings('maxPods: 90\n', nodeTarget('node-b'))).toHaveLength(1)
  })

  test('is not warned of when its risks are accepted', async () => {
    report(world, 'node-a', {})
    own = await configzWith({ file: 'maxPods: 200\n' })
    expect(await warnings('maxPods: 90\n', nodeA)).toHaveLength(1)
    expect(await warnings('maxPods: 90\n', nodeA, ['drain'])).toEqual([])
  })

  test('without the right to ask kubelets, it says what it does not know', async () => {
    report(world, 'node-a', {})
    world.mishap = ({ path }) =>
      path.endsWith('/configz') ? forbidden('nodes "node-a" is forbidden: User "jane" cannot get') : undefined
    expect(await warnings('maxPods: 90\n', nodeA)).toEqual([
      'what 1 of 1 kubelets run with now was not seen: agents compare their first document with it, and may hold it: node/node-a: reading the configuration of its kubelet requires the right to get nodes/proxy',
    ])
  })

  test('waits for a kubelet that does not answer for some seconds only', async () => {
    report(world, 'node-a', {})
    world.mishap = ({ path }) => (path.endsWith('/configz') ? { kind: 'silence' } : undefined)
    const before = world.clock.now()
    expect(await warnings('maxPods: 90\n', nodeA)).toEqual([expect.stringContaining('was not seen')])
    expect(world.clock.now() - before).toBeLessThan(6_000)
  })
})

test('nodes without an agent are not asked: nothing holds a document there', async () => {
  own = await configzWith({ file: 'maxPods: 200\n' })
  expect(await warnings('maxPods: 90\n', globalTarget)).toEqual([])
  expect(configz()).toHaveLength(0)
})

test('a document that replaces another is compared with that one only', async () => {
  await pushTo(world, 'maxPods: 90\n', { targets: [nodeA] })
  const active = await stored(world, nodeA)
  report(world, 'node-a', { phase: 'Good', assigned: active, active })
  world.sent.length = 0
  await warnings('maxPods: 90\ncontainerLogMaxFiles: 7\n', nodeA)
  expect(configz()).toHaveLength(0)
})

test('of many nodes, ten are asked, from all over the list', async () => {
  world[Symbol.dispose]()
  world = new InProcess({ nodes: 25, configz: () => own })
  for (const { name } of await world.cluster.nodes.list({}, limits)) report(world, name, {})
  own = await configzWith({ file: 'maxPods: 200\n' })
  addPods(world, 'node-a', 100)
  const [warning, ...others] = await warnings('maxPods: 90\n', globalTarget)
  expect(others).toEqual([
    'what 15 of 25 kubelets run with now was not seen: agents compare their first document with it, and may hold it',
  ])
  expect(configz()).toHaveLength(10)
  expect(warning).toContain('node-a')
})
