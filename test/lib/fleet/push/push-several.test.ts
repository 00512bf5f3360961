import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { mayChange } from '../../../../src/lib/cluster/http/transport.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { describePush, pushQuestion, pushReport } from '../../../../src/lib/fleet/push/output.ts'
import { applyPush } from '../../../../src/lib/fleet/push/push-apply.ts'
import type { PushPlan } from '../../../../src/lib/fleet/push/push-plan.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits, put, stored } from '../../cluster/clusters.ts'
import { clusterWithBalloons, giveBalloon } from '../../sizes/resize/balloons.ts'
import { folderOf, header, isDocumentWrite, planPush, pushAll, requestOf } from './pushes.ts'

const [nodeA, nodeB] = ['node-a', 'node-b'].map(nodeTarget)
const names = { global: 'global-kubelet-configuration', a: 'node-a-kubelet-configuration' }
let world: InProcess

beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' }, { name: 'node-c' })
})
afterEach(() => world[Symbol.dispose]())

const requestFor = (bodies: Readonly<Record<string, string>>, skipValidation = false) =>
  requestOf(
    folderOf(Object.fromEntries(Object.entries(bodies).map(([file, body]) => [file, `${header}${body}`]))),
    skipValidation,
  )
const plan = (bodies: Readonly<Record<string, string>>) => planPush(world.cluster, requestFor(bodies), limits)
const push = (bodies: Readonly<Record<string, string>>) => pushAll(world, requestFor(bodies))
const nodesOf = ({ steps }: PushPlan) => steps.map(({ target, nodes }) => [target, nodes])
const codes = ({ outcomes }: Awaited<ReturnType<typeof push>>) =>
  outcomes.map(({ failure }) => failure?.fact.reason ?? 'done')
const writes = () => world.sent.filter(isDocumentWrite).map(({ path, body }) => `${path} ${JSON.stringify(body)}`)

describe('the plan of several files', () => {
  test('is for the state after all writes, and the global document comes last', async () => {
    put(world, nodeB!, `${header}maxPods: 30\n`)
    expect(nodesOf(await plan({ 'global.yaml': 'maxPods: 50\n', 'node-a.yaml': 'maxPods: 70\n' }))).toEqual([
      [nodeA, ['node-a']],
      [globalTarget, ['node-c']],
    ])
  })
  test('validates each document for the nodes that get it after all writes', async () => {
    world = clusterOf({ kubeletVersion: 'v1.29.6' }, { name: 'node-b' })
    const since136 = 'failCgroupV1: false\n'
    await expect(plan({ 'global.yaml': since136 })).rejects.toMatchObject({ fact: { reason: 'PushRefused' } })
    expect(nodesOf(await plan({ 'global.yaml': since136, 'node-a.yaml': '' }))).toEqual([
      [nodeA, ['node-a']],
      [globalTarget, ['node-b']],
    ])
  })
  test('requires no risk for nodes that get their own document in the same push', async () => {
    world = clusterOf({})
    put(world, globalTarget, `${header}maxPods: 60\n`)
    expect((await plan({ 'global.yaml': 'maxPods: 50\n' })).refusal).toBeDefined()
    const both = await plan({ 'global.yaml': 'maxPods: 50\n', 'node-a.yaml': 'maxPods: 60\n' })
    expect(both.refusal).toBeUndefined()
  })
  test('lists all documents that require more than a restart in one refusal', async () => {
    put(world, globalTarget, `${header}maxPods: 60\n`)
    const { refusal, steps } = await plan({ 'global.yaml': 'maxPods: 50\n', 'node-a.yaml': 'maxPods: 40\n' })
    expect(refusal?.fact).toMatchObject({
      reason: 'RestartNotEnough',
      documents: [{ subject: { name: names.a } }, { subject: { name: names.global } }],
    })
    expect(steps).toHaveLength(2)
  })
  test('checks balloons only on nodes whose allocatable is lower after all writes', async () => {
    world = clusterWithBalloons({}, { name: 'node-b' })
    put(world, globalTarget, header)
    giveBalloon(world, { cpu: '1', memory: '16Mi' })
    const less = 'kubeReserved: {cpu: 500m}\n'
    expect((await plan({ 'global.yaml': less })).warnings).toMatchObject([{ nodes: ['node-a'] }])
    expect((await plan({ 'global.yaml': less, 'node-a.yaml': '' })).warnings).toEqual([])
  })
  test('shows the file of each document, and asks for confirmation once', async () => {
    const { steps } = await plan({ 'k/global.yaml': 'maxPods: 50\n', 'k/node-a.yaml': 'maxPods: 70\n' })
    expect(describePush(steps).map(plainLine)).toEqual([
      'configmap/node-a-kubelet-configuration: create for 1 node from k/node-a.yaml',
      '  maxPods: (unset) → 70',
      'configmap/global-kubelet-configuration: create for 2 nodes from k/global.yaml',
      '  maxPods: (unset) → 50',
    ])
    expect(pushQuestion(steps)).toBe('Push 2 documents?')
  })
  test('warns about a file whose node does not exist', async () => {
    const { warnings } = await plan({ 'kubelet.yaml': '' })
    expect(warnings.map(messageOf)).toEqual(['node/kubelet does not exist; it is the target of kubelet.yaml'])
  })
})

describe('problems', () => {
  test('of all files are reported at once, and nothing is written', async () => {
    put(world, nodeB!, 'x', { immutable: true })
    const files = { 'global.yaml': 'maxPod: 1\n', 'node-a.yaml': 'a: [\n', 'node-b.yaml': '', 'Node_C.yaml': '' }
    const failure = await plan(files).catch((error) => error)
    expect(failure).toMatchObject({ code: 'invalid', fact: { reason: 'PushesRefused' } })
    expect(failure.fact.problems.map(({ reason }: { reason: string }) => reason)).toEqual([
      'FileNameWithoutTarget',
      'PushRefused',
      'PushRefused',
      'Immutable',
    ])
    expect(messageOf(failure.fact)).toMatch(/^nothing was pushed: 4 problems\n {2}Node_C.yaml: .*\n/)
    expect(writes()).toEqual([])
  })
  test('of all files are found without a cluster', async () => {
    await expect(plan({ 'Node_A.yaml': '', 'node-b.yaml': 'a: [\n' })).rejects.toMatchObject({ code: 'invalid' })
    expect(world.sent).toEqual([])
  })
  test('are reported even if the cluster cannot be read', async () => {
    world.mishap = () => ({ kind: 'answer', status: 403 })
    await expect(plan({ 'Node_A.yaml': '', 'node-b.yaml': '' })).rejects.toMatchObject({
      fact: { reason: 'PushesRefused', problems: [{ reason: 'FileNameWithoutTarget' }] },
    })
  })
  test('do not include that a folder has nothing for a kubelet', async () => {
    const files = folderOf({ 'web.yaml': 'apiVersion: apps/v1\nkind: Deployment\n' })
    await expect(planPush(world.cluster, requestOf(files), limits)).rejects.toMatchObject({
      code: 'invalid',
      fact: { reason: 'NothingToPush', files: 1 },
    })
  })
})

describe('the writes of several documents', () => {
  const three = { 'global.yaml': 'maxPods: 50\n', 'node-a.yaml': 'maxPods: 70\n', 'node-b.yaml': 'maxPods: 80\n' }

  test('end with the global document, and a second push writes nothing', async () => {
    await push(three)
    expect(writes().map((write) => /maxPods: \d+/.exec(write)?.[0])).toEqual([
      expect.stringMatching(/70|80/),
      expect.stringMatching(/70|80/),
      'maxPods: 50',
    ])
    world.sent.length = 0
    const { plan: again } = await push(three)
    expect(again.steps.map(({ action }) => action)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(writes()).toEqual([])
  })
  test('omit the global document when a document of a node was not stored', async () => {
    const wanted = await plan(three)
    put(world, nodeA!, `${header}maxPods: 10\n`)
    const outcomes = await applyPush(world, { plan: wanted, dryRun: 'none' }, limits)
    expect(codes({ plan: wanted, outcomes })).toEqual(['ChangedMeanwhile', 'done', 'GlobalNotPushed'])
    expect(outcomes.map(({ failure }) => failure?.code)).toEqual(['conflict', undefined, 'refused'])
    expect(stored(world).has(names.global)).toBe(false)
    expect(pushReport({ plan: wanted, outcomes, dryRun: 'none' })).toMatchObject({
      items: [
        { file: 'node-a.yaml', outcome: 'conflict' },
        { file: 'node-b.yaml', outcome: 'created' },
        { file: 'global.yaml', outcome: 'refused', reason: 'GlobalNotPushed' },
      ],
    })
    expect(codes(await pushAll(world, { ...requestFor(three), acceptedRisks: ['drain'] }))).toEqual([
      'done',
      'done',
      'done',
    ])
    expect(stored(world).get(names.global)).toBe(`${header}maxPods: 50\n`)
  })
  test('end when the API server no longer responds, with one failure for the rest', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`node-${i}.yaml`, '']))
    const wanted = await plan({ ...many, 'global.yaml': '' })
    world.sent.length = 0
    world.mishap = () => ({ kind: 'refuse' })
    const outcomes = await applyPush(world, { plan: wanted, dryRun: 'none' }, limits)
    const stopped = outcomes.flatMap(({ failure }) => (failure?.fact.reason === 'PushStopped' ? [failure] : []))
    expect(new Set(stopped).size).toBe(1)
    expect(stopped[0]?.fact).toMatchObject({ configMaps: { length: stopped.length } })
    expect(stopped.length).toBeGreaterThanOrEqual(13)
    expect(messageOf(stopped[0]!.fact)).toMatch(
      /^1\d documents were not pushed, because the API server no longer answers$/,
    )
  })
  test('are few at a time', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`node-${i}.yaml`, '']))
    const open = new Set<number>()
    let most = 0
    world.mishap = (call, index) => {
      if (mayChange(call)) open.add(index)
      most = Math.max(most, open.size)
      world.clock.after(2, () => open.delete(index))
      return undefined
    }
    await push(many)
    expect(most).toBeLessThanOrEqual(8)
    expect(stored(world).size).toBe(50)
  })
})
