import { expect, test } from '@jest/globals'
import { reviewWrite } from '../../../../src/lib/fleet/admission/review-write.ts'
import { answerTo, readQuestion as read } from '../../../../src/lib/fleet/controller/admission-question.ts'

const readQuestion = (body: unknown) => read(body, 'kube-system')
const name = 'node-a-kubelet-configuration'
const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const configMap = (text: string) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'kube-system', uid: 'u' } },
  data: { kubelet: text },
})
const request = {
  uid: 'question-1',
  operation: 'CREATE',
  namespace: 'kube-system',
  resource: { group: '', version: 'v1', resource: 'configmaps' },
  object: configMap('x'),
  oldObject: null,
  options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'kubectl-create' },
}
const asked = (more: object = {}, review: object = {}) => ({
  ...{ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: { ...request, ...more } },
  ...review,
})

test('a document that somebody writes is read, with what it replaces', () => {
  expect(readQuestion(asked())?.write).toMatchObject({ document: { name, body: 'x' }, before: undefined })
  const update = asked({ operation: 'UPDATE', oldObject: configMap('y') })
  expect(readQuestion(update)?.write).toMatchObject({ document: { body: 'x' }, before: { body: 'y' } })
})

test.each<[string, object]>([
  ['a deletion', { operation: 'DELETE', object: null, oldObject: configMap('x') }],
  ['another resource', { resource: { group: '', version: 'v1', resource: 'secrets' } }],
  ['another group', { resource: { group: 'x', version: 'v1', resource: 'configmaps' } }],
  ['another namespace', { namespace: 'default' }],
  ['another name', { object: { ...configMap('x'), metadata: { name: 'kubelet-config' } } }],
])('is none of its business: %s', (_, more) => {
  expect(readQuestion(asked(more))).toMatchObject({ uid: 'question-1', write: undefined })
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'x'],
  ['another version', asked({}, { apiVersion: 'admission.k8s.io/v1beta1' })],
  ['another kind', asked({}, { kind: 'ConversionReview' })],
  ['no request', asked({}, { request: undefined })],
  ['no uid', asked({ uid: undefined })],
  ['an object without a name', asked({ object: {} })],
  ['data that is none', asked({ object: { ...configMap('x'), data: { kubelet: 1 } } })],
])('is no question: %s', (_, body) => {
  expect(readQuestion(body)).toBeUndefined()
})

const verdictOn = async (text: string) => {
  const question = readQuestion(asked({ object: configMap(text) }))!
  return answerTo(question, await reviewWrite(question.write!, { nodes: new Map(), documents: new Map() }))
}

test('an answer is that of the question', async () => {
  expect(await verdictOn(`${header}maxPods: 100\n`)).toEqual({
    ...{ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' },
    response: { uid: 'question-1', allowed: true, warnings: ['node/node-a does not exist'] },
  })
})

test('a refusal has all problems', async () => {
  const status = {
    code: 400,
    reason: 'BadRequest',
    message: expect.stringMatching(/2 problems[\s\S]*maxPods[\s\S]*registryBurst/),
  }
  expect(await verdictOn(`${header}maxPods: -1\nregistryBurst: -1\n`)).toMatchObject({
    response: { allowed: false, status },
  })
})

test('a push has said its warnings; others hear the first of many', () => {
  const warnings = Array.from({ length: 9 }, (_, i) => ({ reason: `R${i}`, said: [[`warning ${i}`]], hints: [] }))
  const verdict = { refusal: undefined, warnings }
  expect(answerTo(readQuestion(asked())!, verdict)).toMatchObject({
    response: {
      warnings: ['warning 0', 'warning 1', 'warning 2', 'and 6 more: kubeletcfg validate shows them'],
    },
  })
  const push = readQuestion(asked({ options: { fieldManager: 'kubeletcfg' } }))!
  expect(answerTo(push, verdict)).toMatchObject({ response: { allowed: true } })
  expect(JSON.stringify(answerTo(push, verdict))).not.toContain('warnings')
})

test('a dry run says that it is one', () => {
  expect([readQuestion(asked())?.isDryRun, readQuestion(asked({ dryRun: true }))?.isDryRun]).toEqual([false, true])
})
