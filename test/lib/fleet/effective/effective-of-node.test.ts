import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Config } from '../../../../src/lib/agent/model/config.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { effectiveOfNode, effectiveOfNodes } from '../../../../src/lib/fleet/effective/effective-of-node.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import type { SomeNodes } from '../../../../src/lib/nodes/node-selection.ts'
import type { EffectiveReport } from '../../../../src/lib/offline/effective/effective.ts'
import { InProcess } from '../../../support/in-process.ts'
import { configzWith } from '../../../support/kubelet-configz.ts'
import { forbidden, limits } from '../../cluster/clusters.ts'
import { type Start, summary } from '../../kubelet/merge/assemble.ts'
import { pushTo } from '../push/pushes.ts'
import { annotate, report, stored } from '../status/reports.ts'

const kubelets = new Map<string, object>()
let world: InProcess

beforeEach(() => {
  kubelets.clear()
  world = new InProcess({ nodes: 2, configz: (node) => kubelets.get(node) })
})
afterEach(() => world[Symbol.dispose]())

const runs = async (start: Start) => void kubelets.set('node-a', await configzWith(start))
const effective = (node = 'node-a'): Promise<EffectiveReport> => effectiveOfNode(world.cluster, node, limits)
const nodeA = nodeTarget('node-a')

/** The agent has applied what is stored for a target. */
async function applied(target: typeof nodeA, more: object = {}): Promise<Config> {
  const active = await stored(world, target)
  report(world, 'node-a', { phase: 'Good', assigned: active, active, lastKnownGood: active, ...more })
  return active
}

async function pushed(fields: string, target = nodeA): Promise<void> {
  const { outcomes } = await pushTo(world, fields, { targets: [target], acceptedRisks: ['drain'] })
  expect(outcomes.map(({ failure }) => failure)).toEqual([undefined])
}

const at = ({ fields }: EffectiveReport, path: string): string => summary(fields.find((field) => field.path === path))
const facts = ({ notes, warnings }: EffectiveReport): readonly string[] =>
  [...notes, ...warnings].map((one) => one.reason)

describe('the values of a kubelet', () => {
  test('come from the document of the node, at its line', async () => {
    await pushed('maxPods: 60\nport: 10250\n')
    await applied(nodeA)
    await runs({ file: 'maxPods: 60\n' })
    const found = await effective()
    expect([at(found, 'maxPods'), at(found, 'port'), at(found, 'eventBurst')]).toEqual([
      '60 node:1:3',
      '10250 node:1:4',
      '100 default',
    ])
    expect(facts(found)).toEqual([])
  })

  test('come from the global document, and from flags that the agent reports', async () => {
    await pushed('maxPods: 60\nfeatureGates: {NodeSwap: true}\n', globalTarget)
    await applied(globalTarget, { shadowedByFlags: ['maxPods'] })
    await runs({ file: 'maxPods: 60\nfeatureGates: {NodeSwap: true}\n', flags: ['--max-pods=70', '--event-burst=9'] })
    const found = await effective()
    expect([at(found, 'maxPods'), at(found, 'featureGates[NodeSwap]'), at(found, 'eventBurst')]).toEqual([
      '70 flag:max-pods < 60 global:1:3',
      'true global:1:4',
      '9 on-node',
    ])
    expect(facts(found)).toEqual(['OriginsOnNode'])
  })

  test('do not come from a document that is stored but not active', async () => {
    await pushed('maxPods: 60\n')
    report(world, 'node-a', { phase: 'Held', assigned: await stored(world, nodeA) })
    await runs({ file: 'maxPods: 60\n' })
    expect(at(await effective(), 'maxPods')).toBe('60 on-node')
  })

  test('come from a document that is active and was replaced since: it is in the history', async () => {
    await pushed('maxPods: 60\n')
    await applied(nodeA)
    await pushed('maxPods: 80\n')
    await runs({ file: 'maxPods: 60\n' })
    expect(at(await effective(), 'maxPods')).toBe('60 node:1:3')
  })

  test('are set on the node where the active document is nowhere any more', async () => {
    const gone: Config = {
      ...{ source: 'node', digest: 'v1:sha256:0', checkpoint: '1'.repeat(64), uid: 'u', resourceVersion: '1' },
      revision: 9,
    }
    report(world, 'node-a', { phase: 'Good', assigned: gone, active: gone, lastKnownGood: gone })
    await runs({ file: 'maxPods: 60\n' })
    const found = await effective()
    expect(at(found, 'maxPods')).toBe('60 on-node')
    expect(found.warnings.map(messageOf)).toEqual([
      'node/node-a: the active document (revision 9) is no longer stored, so that its values count as set on the node',
    ])
  })

  test('are those of the runtime where it reports its cgroup driver', async () => {
    await runs({ file: 'cgroupDriver: systemd\n' })
    const status = { nodeInfo: { containerRuntimeVersion: 'containerd://2.1.0', kubeletVersion: 'v1.37.2' } }
    const path = '/api/v1/nodes/node-a/status'
    const found = () => effective().then((its) => at(its, 'cgroupDriver'))
    expect(await found()).toBe('"systemd" on-node')
    world.asAdmin({ method: 'PATCH', path, body: { status }, contentType: 'application/merge-patch+json' })
    expect(await found()).toBe('"systemd" runtime')
  })

  test('have no document without an agent, and say so', async () => {
    await pushed('maxPods: 60\n')
    await runs({ file: '' })
    expect(facts(await effective())).toEqual(['NoAgentApplies'])
  })

  test('have no document that is known when the report cannot be read', async () => {
    annotate(world, 'node-a', '{')
    await runs({ file: '' })
    expect(facts(await effective())).toEqual(['ActiveNotKnown'])
  })

  test('are doubted when the agent was not heard for long', async () => {
    await pushed('maxPods: 60\n')
    await applied(nodeA)
    await runs({ file: 'maxPods: 60\n' })
    world.sandbox.advance(16 * 60_000)
    const found = await effective()
    expect(at(found, 'maxPods')).toBe('60 node:1:3')
    expect(facts(found)).toEqual(['AgentNotHeard'])
  })
})

describe('a kubelet that does not tell', () => {
  const refusal = (node?: string) =>
    effective(node).then(
      () => 'none',
      ({ code, fact }) => `${code}: ${fact.reason}: ${messageOf(fact)}`,
    )

  test('a node that does not exist', async () => {
    expect(await refusal('node-y')).toMatch(/^invalid: NodeNotFound/)
  })

  test('without the right to ask, the right and how to grant it are named', async () => {
    world.mishap = ({ path }) =>
      path.endsWith('/proxy/configz')
        ? forbidden('nodes "node-a" is forbidden: User "jane" cannot get resource "nodes/proxy" in API group ""')
        : undefined
    const failure = await effective().catch((error) => error)
    expect(failure).toMatchObject({
      code: 'refused',
      fact: { reason: 'ConfigzForbidden', user: 'kubernetes-admin', subject: { name: 'node-a' } },
    })
  })

  test('debugging handlers that are off', async () => {
    expect(await refusal()).toMatch(/^refused: ConfigzNotServed: .*404/)
  })

  test('a kubelet that does not trust the API server', async () => {
    world.mishap = ({ path }) =>
      path.endsWith('/proxy/configz') ? { kind: 'answer', status: 403, body: 'Forbidden (user=apiserver)' } : undefined
    expect(await refusal()).toMatch(/^refused: KubeletRefused/)
  })

  test('a kubelet that is down, on a node that is not ready or is still thought to be', async () => {
    await runs({ file: '' })
    world.sandbox.stopKubelet('node-a')
    expect(await refusal()).toMatch(/^unreachable: KubeletSilent: node\/node-a: its kubelet does not answer: error try/)
    world.sandbox.advance(60_000)
    expect(await refusal()).toMatch(/^unreachable: KubeletSilent: node\/node-a is not ready/)
    expect(world.sent.filter(({ path }) => path.endsWith('/proxy/configz'))).toHaveLength(2)
  })

  test.each([[{}], [[]], [{ kubeletconfig: 'x' }], [{ kubeletconfig: { maxPods: 'many' } }], ['x']])(
    'garbage: %j',
    async (body) => {
      world.mishap = ({ path }) => (path.endsWith('/proxy/configz') ? { kind: 'answer', status: 200, body } : undefined)
      expect(await refusal()).toMatch(/^unreachable: ConfigzUnreadable/)
    },
  )
})

describe('several kubelets', () => {
  const named = (...names: readonly string[]): SomeNodes => ({ by: 'name', names })
  async function several(wanted: SomeNodes) {
    const found = await effectiveOfNodes(world.cluster, wanted, limits)
    const failures = found.failures.map(({ code, reason }) => `${code} ${reason}`)
    return { ...found, values: found.reports.map((one) => `${one.node} ${at(one, 'maxPods')}`), failures }
  }
  beforeEach(async () => {
    await pushed('maxPods: 60\n')
    await applied(nodeA)
    await runs({ file: 'maxPods: 60\n' })
    kubelets.set('node-b', await configzWith({ file: 'maxPods: 70\n' }))
  })

  test('say what each says alone, in the order of the names', async () => {
    const { reports, values, failures, notes } = await several(named('node-b', 'node-a', 'node-b'))
    expect(values).toEqual(['node-b 70 on-node', 'node-a 60 node:1:3'])
    const alone = [await effective('node-b'), await effective('node-a')]
    expect(reports.map(({ node: _, ...report }) => report)).toEqual(alone)
    expect(failures).toEqual([])
    expect(notes.map(messageOf)).toEqual([
      'node/node-b has no agent: documents of the cluster have no effect there',
      expect.stringMatching(/on the node, run: sudo kubeletcfg effective$/),
    ])
  })

  test('without agents are named together', async () => {
    kubelets.set('node-a', await configzWith({ file: 'maxPods: 60\n' }))
    world.asAdmin({
      ...{ method: 'PATCH', path: '/api/v1/nodes/node-a', contentType: 'application/merge-patch+json' },
      body: { metadata: { annotations: { 'kubeletcfg.dev/agent-status': null } } },
    })
    const { notes } = await several(named('node-a', 'node-b'))
    expect(notes.map(messageOf)[0]).toBe('no agent on node-a, node-b: documents of the cluster have no effect there')
  })

  test('that do not answer, and nodes that do not exist, do not hide the others', async () => {
    world.sandbox.stopKubelet('node-b')
    const { values, failures } = await several(named('node-z', 'node-b', 'node-a', 'node-y'))
    expect([values, failures]).toEqual([['node-a 60 node:1:3'], ['unreachable KubeletSilent', 'invalid NodesNotFound']])
  })

  test('are those of the nodes with these labels', async () => {
    expect((await several({ by: 'label', selector: 'kubernetes.io/hostname=node-b' })).values).toEqual([
      'node-b 70 on-node',
    ])
    const none = several({ by: 'label', selector: 'no=such' })
    await expect(none).rejects.toMatchObject({ code: 'invalid', reason: 'NoNodeMatches' })
  })

  test('are asked by who may not read documents', async () => {
    world.mishap = ({ path }) => (path.includes('configmaps') ? forbidden('forbidden') : undefined)
    expect((await several(named('node-a', 'node-b'))).values).toHaveLength(2)
  })

  test('that may not be asked are an error each, and who asks is looked up once', async () => {
    world.mishap = ({ path }) => (path.endsWith('/proxy/configz') ? forbidden('nodes/proxy is forbidden') : undefined)
    const before = world.sent.length
    const { failures } = await several(named('node-a', 'node-b'))
    expect(failures).toEqual(['refused ConfigzForbidden', 'refused ConfigzForbidden'])
    expect(world.sent.slice(before).filter(({ path }) => path.includes('selfsubjectreviews'))).toHaveLength(1)
  })

  test('of many names are asked once their nodes are listed, a few at a time', async () => {
    const before = world.sent.length
    await several(named('node-a', 'node-b', ...Array.from({ length: 10 }, (_, i) => `node-${i}`)))
    const paths = world.sent.slice(before).map(({ path }) => path.replace(/^.*\/(?=nodes|configmaps|proxy)/, ''))
    expect(paths.toSorted()).toEqual(['configmaps', 'nodes', 'proxy/configz', 'proxy/configz'])
  })
})
