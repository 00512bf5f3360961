import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { acceptedRisksIn } from '../../../../src/lib/documents/accepted-risks.ts'
import { globalTarget, nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { applyDelete } from '../../../../src/lib/fleet/delete/delete-apply.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import { diffDocument } from '../../../../src/lib/fleet/diff/diff-document.ts'
import { describePush, pushData } from '../../../../src/lib/fleet/push/output.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import type { DryRunMode } from '../../../../src/lib/ports/limits.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits, put, stored } from '../../cluster/clusters.ts'
import { fileWith, type How, header, planPush, pushTo, request } from '../push/pushes.ts'

const nodeA = nodeTarget('node-a')
let world: InProcess

beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' })
})
afterEach(() => world[Symbol.dispose]())

const push = (body: string, how?: How) => pushTo(world, body, how)

test('push refuses a change for which a restart is not enough, unless somebody takes care of it', async () => {
  await push('maxPods: 60\n')
  const wanted = request('maxPods: 50\ncgroupRoot: /a\n')
  expect((await planPush(world.cluster, wanted, limits)).refusal).toMatchObject({
    code: 'refused',
    fact: { reason: 'RestartNotEnough', documents: [{ unaccepted: [{ path: 'cgroupRoot' }, { path: 'maxPods' }] }] },
  })
  expect((await planPush(world.cluster, { ...wanted, acceptedRisks: ['drain'] }, limits)).refusal).toMatchObject({
    fact: { documents: [{ unaccepted: [{ path: 'cgroupRoot' }] }] },
  })
  const plan = await planPush(world.cluster, { ...wanted, acceptedRisks: ['drain', 'reboot'] }, limits)
  expect(plan).toMatchObject({ refusal: undefined, steps: [{ assessment: { disruption: 'reboot' } }] })
})

test.each<DryRunMode>(['none', 'client', 'server'])(
  'what is refused is shown, and not done (dry run: %s)',
  async (dryRun) => {
    await push('maxPods: 60\n')
    const { plan, outcomes } = await push('maxPods: 50\n', { dryRun })
    expect(describePush(plan.steps).map(plainLine)).toContain('  maxPods: 60 → 50')
    expect(pushData(plan.steps[0]!, outcomes[0]!)).toMatchObject({ outcome: 'refused', revision: null, digest: null })
    await push('maxPods: 50\n', { targets: [globalTarget], acceptedRisks: ['drain'] })
    const deletion = await planDelete(
      world.cluster,
      { targets: [nodeA], skipValidation: false, acceptedRisks: [] },
      limits,
    )
    const [deleted] = await applyDelete(world.cluster, { plan: deletion, dryRun }, limits)
    expect(deleted?.failure?.code).toBe('refused')
    expect(stored(world).get('node-a-kubelet-configuration')).toBe(`${header}maxPods: 60\n`)
  },
)

test('what a kubelet would not start with is no risk for its pods, and the plan says so', async () => {
  await push('maxPods: 60\n')
  const { refusal, steps } = await planPush(world.cluster, request('maxPods: -70\n', [nodeA], true), limits)
  expect(refusal).toBeUndefined()
  expect(describePush(steps).map(plainLine).slice(1)).toEqual([
    '  maxPods: 60 → -70',
    expect.stringMatching(
      /^ {2}unusable for kubelet 1\.36: line 3: maxPods.*; such nodes stay on their current configuration$/,
    ),
  ])
})

test('the kubelets that would start are still at risk', async () => {
  world = clusterOf({}, { name: 'node-b', kubeletVersion: 'v1.31.4' })
  put(world, globalTarget, `${header}maxPods: 60\n`)
  const gate = 'maxPods: 50\nfeatureGates: {KubeletCrashLoopBackOffMax: true}\n'
  const { refusal, steps } = await planPush(world.cluster, request(gate, [nodeA, nodeTarget('node-b')], true), limits)
  expect(refusal?.fact).toMatchObject({ documents: [{ subject: { name: 'node-a-kubelet-configuration' } }] })
  expect(steps.map(({ obstacle, assessment }) => [obstacle?.releases, assessment?.disruption])).toEqual([
    [undefined, 'drain'],
    [['1.31'], undefined],
  ])
})

test('push names all steps of each target, those of accepted risks too', async () => {
  const nodeB = nodeTarget('node-b')
  await push('maxPods: 60\n')
  await push('cpuManagerPolicy: static\nreservedSystemCPUs: "0"\n', { targets: [nodeB] })
  const wanted = { ...request('maxPods: 50\ncgroupRoot: /a\n', [nodeA, nodeB]), acceptedRisks: ['state-file'] as const }
  expect((await planPush(world.cluster, wanted, limits)).refusal).toMatchObject({
    fact: {
      documents: [
        { subject: { name: 'node-a-kubelet-configuration' }, assessment: { disruption: 'reboot' } },
        {
          subject: { name: 'node-b-kubelet-configuration' },
          assessment: {
            changes: expect.arrayContaining([expect.objectContaining({ stateFile: 'cpu_manager_state' })]),
          },
        },
      ],
    },
  })
})

test('push compares the first document of a node with the global one', async () => {
  await push('maxPods: 60\n', { targets: [globalTarget] })
  expect((await planPush(world.cluster, request('maxPods: 50\n'), limits)).refusal).toMatchObject({
    code: 'refused',
    fact: {
      documents: [
        { subject: { name: 'node-a-kubelet-configuration' }, unaccepted: [{ path: 'maxPods', disruption: 'drain' }] },
      ],
    },
  })
})

describe('diff assesses what push would', () => {
  const diff = (body: string, target: Target = nodeA) =>
    diffDocument(world.cluster, { ...fileWith(body), target }, limits)

  test.each([
    ['v1.36.0', 'restart', []],
    ['v1.29.6', 'none', [{ reason: 'DocumentProblem', finding: { path: 'failCgroupV1', line: 3, column: 1 } }]],
  ])('for the kubelets of %s, and warns of what push refuses', async (kubeletVersion, kind, told) => {
    world = clusterOf({ kubeletVersion })
    put(world, nodeA, header)
    const { assessment, warnings } = await diff('failCgroupV1: false\n')
    expect({ kind: assessment?.disruption, warnings }).toMatchObject({ kind, warnings: told })
  })
  test('against the global document when the node has none', async () => {
    await push('maxPods: 60\n', { targets: [globalTarget] })
    expect((await diff('maxPods: 50\n')).assessment).toMatchObject({ disruption: 'drain' })
  })
  test('and tells of a node that is not there', async () => {
    const { warnings } = await diff('maxPods: 50\n', nodeTarget('node-z'))
    expect(warnings).toEqual([{ reason: 'NodeNotThere', subject: { kind: 'Node', name: 'node-z' } }])
  })
  test('and tells of kubelets that nobody knows', async () => {
    world = clusterOf({ kubeletVersion: 'v1.20.0' })
    expect((await diff('maxPods: 50\n', globalTarget)).warnings).toMatchObject([
      { reason: 'KubeletOlderThanKnown', kubeletVersion: 'v1.20.0', checkedAs: '1.28' },
    ])
  })
})

test('accepted risks are stored with the document that they were accepted for', async () => {
  const annotation = async () => {
    const { stamp } = (await world.cluster.documents.read(nodeA, limits))!
    return { risks: acceptedRisksIn(stamp.acceptedRisks, stamp.digest), revision: stamp.revision }
  }
  await push('maxPods: 60\n')
  expect(await annotation()).toEqual({ risks: [], revision: 1 })
  await push('maxPods: 50\n', { acceptedRisks: ['drain'] })
  expect(await annotation()).toEqual({ risks: ['drain'], revision: 2 })
  await push('maxPods: 50\n')
  expect(await annotation()).toEqual({ risks: ['drain'], revision: 2 })
  await push('maxPods: 70\n')
  expect(await annotation()).toEqual({ risks: [], revision: 3 })
})

test('a risk can be accepted for the text that is stored', async () => {
  await push('maxPods: 60\n')
  const { plan } = await push('maxPods: 60\n', { acceptedRisks: ['drain'] })
  expect(plan.steps).toMatchObject([{ action: 'update', effect: 'none', changes: [], revision: 2 }])
  const { stamp } = (await world.cluster.documents.read(nodeA, limits))!
  expect(acceptedRisksIn(stamp.acceptedRisks, plan.steps[0]!.digest)).toEqual(['drain'])
})
