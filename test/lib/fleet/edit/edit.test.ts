import { describe, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { applyPush } from '../../../../src/lib/fleet/push/push-apply.ts'
import type { Failure } from '../../../../src/lib/message/failure.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { applied, clusterOf, forbidden, limits, put, stored } from '../../cluster/clusters.ts'
import { header, pushTo } from '../push/pushes.ts'
import { edit, editAndPush, type Hand, Operator } from './edits.ts'

const name = 'global-kubelet-configuration'
const text = `# ours\n${header}maxPods: 50 # enough\n`
const pods =
  (count: number | string): Hand =>
  (opened) =>
    opened.replace(/maxPods: \S+/, `maxPods: ${count}`)
const same: Hand = (opened) => opened

function withDocument(): InProcess {
  const world = clusterOf({})
  put(world, globalTarget, text)
  return world
}

const failureOf = async (running: Promise<unknown>): Promise<Failure> =>
  running.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: Failure) => error,
  )

describe('an edit ends', () => {
  test.each<[string, readonly Hand[], object, number]>([
    ['without a change', [same], { cancelled: { reason: 'EditUnchanged' } }, 1],
    ['with an empty file', [() => ''], { cancelled: { reason: 'EditEmpty' } }, 1],
    ['with only comments', [() => '# nothing\n'], { cancelled: { reason: 'EditEmpty' } }, 1],
    ['with a plan', [pods(60)], { plan: { steps: [{ action: 'update', body: text.replace('50', '60') }] } }, 1],
    ['with a plan for other bytes', [(opened) => `${opened}# end\n`], { plan: { steps: [{ effect: 'none' }] } }, 1],
    ['as it was, after a refused text', [pods(-1), pods(50)], { cancelled: { reason: 'EditUnchanged' } }, 2],
    ['empty, after a refused text', [pods(-1), () => ''], { cancelled: { reason: 'EditEmpty' } }, 2],
    ['with a plan, after two refused texts', [pods(-1), pods('x'), pods(60)], { plan: { steps: [{}] } }, 3],
    ['with a plan, after no YAML', [() => '{', () => text.replace('50', '60')], { plan: { steps: [{}] } }, 2],
    [
      'with a plan, after two documents',
      [(one) => `${one}---\n${one}`, () => text.replace('50', '60')],
      { plan: {} },
      2,
    ],
  ])('%s', async (_how, hands, expected, rounds) => {
    using world = withDocument()
    const operator = new Operator(...hands)
    expect(await edit(world, operator)).toMatchObject(expected)
    expect(operator.opened).toHaveLength(rounds)
    expect(operator.opened[0]).toEqual({ text, remarks: [] })
    expect(stored(world).get(name)).toBe(text)
  })
})

test('a refused text is opened again as it was saved, with its findings', async () => {
  using world = withDocument()
  const operator = new Operator(pods(-1), pods(60))
  await edit(world, operator)
  expect(operator.opened[1]).toMatchObject({
    text: text.replace('50', '-1'),
    remarks: [
      { reason: 'PushRefused', because: { subject: { name: 'draft.yaml' }, findings: [{ rule: 'V25', line: 4 }] } },
    ],
  })
})

test('saving a refused text again ends the edit, and keeps the text', async () => {
  using world = withDocument()
  const operator = new Operator(pods(-1))
  expect(await failureOf(edit(world, operator))).toMatchObject({
    code: 'invalid',
    fact: { reason: 'EditStillRefused', because: { reason: 'PushRefused' } },
  })
  expect(operator).toMatchObject({ discarded: false, kept: [] })
})

test('a text that is too large is opened again', async () => {
  using world = withDocument()
  const operator = new Operator((opened) => `${opened}# ${'x'.repeat(2 ** 20)}\n`, pods(60))
  const large = failureOf(edit(world, operator))
  expect(await large).toMatchObject({ fact: { reason: 'EditStillRefused', because: { reason: 'DocumentTooLarge' } } })
  expect(operator.opened).toHaveLength(3)
})

test('without validation, a refused text is planned', async () => {
  using world = withDocument()
  const planned = await edit(world, new Operator(pods(-1)), { skipValidation: true })
  expect(planned).toMatchObject({ plan: { steps: [{ action: 'update' }] } })
})

test('the plan of an edit is applied as that of a push', async () => {
  using world = withDocument()
  expect(await editAndPush(world, pods(60))).toMatchObject([{ value: { step: { revision: 1 } } }])
  expect(stored(world).get(name)).toBe(text.replace('50', '60'))
})

test('an edit by hand is part of what is edited, so no warning says that it is overwritten', async () => {
  using world = clusterOf({})
  await pushTo(world, 'maxPods: 40\n', { targets: [globalTarget] })
  put(world, globalTarget, text, { metadata: { name, annotations: { 'kubeletcfg.dev/digest': 'v1:sha256:0' } } })
  expect(await edit(world, new Operator(pods(60)))).toMatchObject({
    plan: { warnings: [{ reason: 'NodesWithoutAgent' }] },
  })
})

describe('what cannot be edited', () => {
  test.each<[string, (world: InProcess) => void, object]>([
    ['nothing', () => {}, { code: 'invalid', fact: { reason: 'NothingToEdit', namespace: 'kube-system' } }],
    [
      'an object without text',
      (world) => put(world, nodeTarget('node-a'), undefined),
      { code: 'invalid', fact: { reason: 'DocumentWithoutText', because: { reason: 'KeyMissing' } } },
    ],
    [
      'an immutable document',
      (world) => put(world, nodeTarget('node-a'), text, { immutable: true }),
      { code: 'refused', fact: { reason: 'Immutable' } },
    ],
    [
      'what another tool applies',
      (world) => applied(world, nodeTarget('node-a'), text),
      { code: 'conflict', fact: { reason: 'KeptByTool' } },
    ],
  ])('%s: the editor is not opened', async (_what, prepare, expected) => {
    using world = withDocument()
    prepare(world)
    const operator = new Operator()
    const failure = await failureOf(edit(world, operator, { target: nodeTarget('node-a') }))
    expect(failure).toMatchObject(expected)
    expect(operator.opened).toEqual([])
  })
})

describe('when another client', () => {
  test('changes the document meanwhile, the text is kept, and the new document is opened', async () => {
    using world = withDocument()
    const theirs = text.replace('50', '55')
    const operator = new Operator((opened) => {
      put(world, globalTarget, theirs)
      return pods(60)(opened)
    }, pods(61))
    const edited = await edit(world, operator)
    expect(operator.kept).toEqual([text.replace('50', '60')])
    expect(operator.opened[1]).toMatchObject({
      text: theirs,
      remarks: [
        { reason: 'ChangedMeanwhile', lastWrite: { manager: 'kubectl-edit' }, changes: [{ path: 'maxPods' }] },
        { reason: 'EditKept', subject: { name: 'draft.yaml' } },
      ],
    })
    expect(edited).toMatchObject({ plan: { steps: [{ body: text.replace('50', '61'), replaces: { body: theirs } }] } })
  })

  test('changes another part of the ConfigMap, the edit continues', async () => {
    using world = withDocument()
    const operator = new Operator((opened) => {
      put(world, globalTarget, text, { metadata: { name, labels: { a: 'b' } } })
      return pods(60)(opened)
    })
    expect(await edit(world, operator)).toMatchObject({ plan: { steps: [{ action: 'update' }] } })
    expect(operator.opened).toHaveLength(1)
  })

  test('deletes the document meanwhile, it is not created again', async () => {
    using world = withDocument()
    const operator = new Operator((opened) => {
      world.asAdmin({ method: 'DELETE', path: `/api/v1/namespaces/kube-system/configmaps/${name}` })
      return pods(60)(opened)
    })
    expect(await failureOf(edit(world, operator))).toMatchObject({
      code: 'conflict',
      fact: { reason: 'DeletedMeanwhile' },
    })
    expect(operator.discarded).toBe(false)
  })

  test('changes the document between plan and write, the write is refused', async () => {
    using world = withDocument()
    const edited = await edit(world, new Operator(pods(60)))
    put(world, globalTarget, text.replace('50', '55'))
    if (!('plan' in edited)) throw new Error('no plan')
    const outcomes = await applyPush(world, { plan: edited.plan, dryRun: 'none' }, limits)
    expect(outcomes).toMatchObject([{ failure: { code: 'conflict', fact: { reason: 'ChangedMeanwhile' } } }])
    expect(stored(world).get(name)).toBe(text.replace('50', '55'))
  })
})

test('a refusal of the API server does not open the text again', async () => {
  using world = withDocument()
  const operator = new Operator(pods(60))
  let reads = 0
  world.mishap = ({ path }) => (path.includes('configmaps') && reads++ > 0 ? forbidden('no') : undefined)
  expect(await failureOf(edit(world, operator))).toMatchObject({ code: 'refused' })
  expect(operator).toMatchObject({ opened: [{}], discarded: false })
})
