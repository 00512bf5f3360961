import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { examine, type Question } from '../../../../src/lib/agent/examine/examine.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { applyDelete } from '../../../../src/lib/fleet/delete/delete-apply.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import { diffDocument } from '../../../../src/lib/fleet/diff/diff-document.ts'
import { applyPush } from '../../../../src/lib/fleet/push/push-apply.ts'
import { describeFailure } from '../../../../src/lib/message/describe.ts'
import { fileSubject } from '../../../../src/lib/message/fact.ts'
import type { Failure } from '../../../../src/lib/message/failure.ts'
import { readText } from '../../../../src/lib/yaml/read/read.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { applied, clusterOf, limits, put, stored } from '../../cluster/clusters.ts'
import { bytesOf, type How, header, isDocumentWrite, planPush, pushTo, request, requestOf } from './pushes.ts'

const nodeA = nodeTarget('node-a')
let world: InProcess

beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' })
})
afterEach(() => world[Symbol.dispose]())

/** What the agent of a node asks itself of a document. */
const question: Omit<Question, 'config'> = {
  ...{ subject: fileSubject('configmap/node-a-kubelet-configuration'), kubeletVersion: 'v1.36.3' },
  ...{ running: undefined, flags: [], obstacles: [], acceptedRisks: [], allowedUnsafe: [] },
  ...{ controlPlane: false, evidence: undefined },
}

const push = (body: string, how?: How) => pushTo(world, body, how)

describe('push', () => {
  test('creates, and stamps who, when and what', async () => {
    await push('maxPods: 50\n')
    expect((await world.cluster.documents.read(nodeA, limits))?.stamp).toEqual({
      revision: 1,
      by: 'kubernetes-admin',
      at: expect.stringMatching(/^2026-11-21T00:00:00\.\d{3}Z$/),
      digest: expect.stringMatching(/^v1:sha256:[0-9a-f]{64}$/),
    })
  })
  test('of the same bytes writes nothing', async () => {
    await push('maxPods: 50\n')
    const { plan } = await push('maxPods: 50\n')
    expect(plan.steps[0]).toMatchObject({ action: 'unchanged', revision: 1 })
    expect(world.sent.filter(isDocumentWrite)).toHaveLength(1)
  })
  test('of the same meaning is written, and changes nothing for the kubelet', async () => {
    await push('syncFrequency: 60s\n')
    const { plan } = await push('syncFrequency: 1m # a minute\n')
    expect(plan.steps[0]).toMatchObject({ action: 'update', changes: [], revision: 2 })
    expect(world.sent.filter(isDocumentWrite)).toHaveLength(2)
  })
  test('tells the difference by field', async () => {
    await push('maxPods: 50\n')
    const { plan } = await push('maxPods: 60\n')
    expect(plan.steps[0]?.changes).toEqual([{ path: 'maxPods', before: '50', after: '60' }])
  })
  test('refuses what a kubelet of the nodes would not know, with all problems and their places', async () => {
    const refused = planPush(world.cluster, request('maxPod: 1\nmaxPods: many\n'), limits)
    await expect(refused).rejects.toMatchObject({
      code: 'invalid',
      fact: { reason: 'PushRefused', because: { findings: [{ line: 3, column: 1 }, { line: 4 }] } },
    })
  })
  test.each(['maxPod: 1\n', 'maxPods: -1\n', 'maxPod: 1\nmaxPods: -1\n', 'maxPods: many\n'])(
    'of %j does not offer to skip the check: agents would refuse it all the same',
    async (body) => {
      const failure = await planPush(world.cluster, request(body), limits).catch((error: Failure) => error)
      expect(describeFailure(failure as Failure).hints).toEqual(['correct it and try again'])
      const config = { kind: 'document', reading: await readText(`${header}${body}`) } as const
      expect(examine({ ...question, config }).kind).toBe('refused')
    },
  )
  test('is measured by the kubelets that would get it', async () => {
    world = clusterOf({ kubeletVersion: 'v1.29.6' })
    await expect(planPush(world.cluster, request('failCgroupV1: false\n'), limits)).rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(
      planPush(world.cluster, request('failCgroupV1: false\n', [nodeTarget('node-z')]), limits),
    ).resolves.toBeDefined()
  })
  test('goes through with problems when told to', async () => {
    const plan = await planPush(world.cluster, request('maxPod: 1\n', [nodeA], true), limits)
    expect(plan.warnings).toMatchObject([
      { reason: 'DocumentProblem', finding: { path: 'maxPod', line: 3, column: 1 } },
    ])
  })
  test('stores what is for a kubelet in a file for kubeadm, to the letter, and says so', async () => {
    const own = `# mine\n${header}maxPods: 5 # five\n`
    const file = `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n---\n${own}---\n`
    const plan = await planPush(
      world.cluster,
      requestOf([{ file: 'kubelet.yaml', bytes: bytesOf(file), targets: [nodeA], named: true }]),
      limits,
    )
    expect(plan).toMatchObject({
      steps: [{ body: own, changes: [{ path: 'maxPods', after: '5' }] }],
      notes: [{ reason: 'PartOfFile', subject: { name: 'kubelet.yaml', line: 5, column: 1 }, part: 'document' }],
    })
  })
  test('of what has no text is refused, even when told to', async () => {
    const file = 'apiVersion: v1\nkind: ConfigMap\nbinaryData: {kubelet: YQ==}\n'
    const wanted = requestOf([{ file: 'kubelet.yaml', bytes: bytesOf(file), targets: [nodeA], named: true }], true)
    await expect(planPush(world.cluster, wanted, limits)).rejects.toMatchObject({
      fact: {
        reason: 'PushRefused',
        because: { findings: [{ line: 3, column: 23, rule: 'DECODE-TYPE' }] },
      },
    })
  })
  test('warns of a node that does not exist', async () => {
    const { plan } = await push('maxPods: 5\n', { targets: [nodeTarget('node-z')] })
    expect(plan.warnings).toEqual([{ reason: 'NodeNotThere', subject: { kind: 'Node', name: 'node-z' } }])
  })
  test('of a document above 1 MiB is refused before the server does', async () => {
    await expect(planPush(world.cluster, request(`# ${'x'.repeat(1_048_576)}\n`), limits)).rejects.toMatchObject({
      code: 'invalid',
      fact: { reason: 'DocumentTooLarge', limit: 1_048_576 },
    })
  })
  test('to an immutable ConfigMap is refused', async () => {
    put(world, nodeA, header, { immutable: true })
    await expect(planPush(world.cluster, request('maxPods: 5\n'), limits)).rejects.toMatchObject({
      code: 'refused',
      fact: { reason: 'Immutable', target: nodeA },
    })
  })
  test('over what another tool applies is refused, unless it is forced or stores the same', async () => {
    applied(world, nodeA, `${header}maxPods: 5\n`)
    const other = request('maxPods: 6\n')
    await expect(planPush(world.cluster, other, limits)).rejects.toMatchObject({
      code: 'conflict',
      fact: { reason: 'KeptByTool', keeper: { manager: 'kustomize-controller' }, verb: 'push' },
    })
    expect((await planPush(world.cluster, request('maxPods: 5\n'), limits)).steps[0]?.action).toBe('unchanged')
    const plan = await planPush(world.cluster, { ...other, forceConflicts: true }, limits)
    expect(plan.warnings).toMatchObject([{ reason: 'KeptByTool', verb: 'push' }])
    expect((await applyPush(world, { plan, dryRun: 'none' }, limits))[0]?.failure).toBeUndefined()
    expect((await planPush(world.cluster, request('maxPods: 7\n'), limits)).steps[0]?.action).toBe('update')
  })
  test('that loses tells what the other wrote, with what and when', async () => {
    await push('maxPods: 50\n')
    const plan = await planPush(world.cluster, request('maxPods: 60\n'), limits)
    put(world, nodeA, `${header}maxPods: 70\n`)
    const [outcome] = await applyPush(world, { plan, dryRun: 'none' }, limits)
    expect(outcome?.failure).toMatchObject({
      code: 'conflict',
      fact: {
        reason: 'ChangedMeanwhile',
        lastWrite: { manager: 'kubectl-edit', at: '2026-11-21T00:00:00Z' },
        changes: [{ path: 'maxPods', before: '50', after: '70' }],
      },
    })
  })
  test.each<[string, string | undefined, object]>([
    ['what no kubelet can decode', `${header}maxPods: many\n`, { reason: 'UnusableDocument', findings: [{ line: 3 }] }],
    ['a ConfigMap without the key', undefined, { reason: 'KeyMissing' }],
  ])('that loses to %s says why there is nothing to compare', async (_, theirs, flaw) => {
    await push('maxPods: 50\n')
    const plan = await planPush(world.cluster, request('maxPods: 60\n'), limits)
    put(world, nodeA, theirs)
    const [outcome] = await applyPush(world, { plan, dryRun: 'none' }, limits)
    expect(outcome?.failure?.fact).toMatchObject({ reason: 'ChangedMeanwhile', theirs: 'unusable', flaw })
  })
  test('to several nodes reads the global document once', async () => {
    put(world, globalTarget, header)
    await push('eventBurst: 60\n', { targets: [nodeA, nodeTarget('node-b'), nodeTarget('node-c')], dryRun: 'client' })
    expect(world.sent.filter(({ path }) => path.endsWith('/global-kubelet-configuration'))).toHaveLength(1)
  })
  test('to one target that fails does not stop the others', async () => {
    const plan = await planPush(world.cluster, request('maxPods: 60\n', [nodeA, nodeTarget('node-b')]), limits)
    put(world, nodeA, header)
    const outcomes = await applyPush(world, { plan, dryRun: 'none' }, limits)
    expect(outcomes.map(({ failure }) => failure?.code)).toEqual(['conflict', undefined])
  })
  test('in a client dry run writes nothing', async () => {
    await push('maxPods: 50\n', { dryRun: 'client' })
    expect(stored(world).size).toBe(0)
  })
  test('of the global document counts the nodes without one of their own', async () => {
    await push('maxPods: 50\n')
    const { plan } = await push('maxPods: 60\n', { targets: [globalTarget] })
    expect(plan.steps[0]?.nodes).toEqual(['node-b'])
  })
})

test('revisions go on counting after a delete', async () => {
  await push('maxPods: 50\n')
  const deletion = await planDelete(
    world.cluster,
    { targets: [nodeA], skipValidation: false, acceptedRisks: [] },
    limits,
  )
  await applyDelete(world.cluster, { plan: deletion, dryRun: 'none' }, limits)
  const { plan } = await push('maxPods: 50\n')
  expect(plan.steps[0]).toMatchObject({ action: 'create', revision: 2 })
})

test('a document that no kubelet could read differs from every file, and replacing it has an effect', async () => {
  put(world, nodeA, 'maxPods: [')
  const file = { target: nodeA, file: 'kubelet.yaml', bytes: new TextEncoder().encode(header) }
  expect(await diffDocument(world.cluster, file, limits)).toMatchObject({ differs: true, changes: [] })
  expect((await planPush(world.cluster, request(''), limits)).steps[0]).toMatchObject({
    action: 'update',
    effect: 'changes',
  })
})
