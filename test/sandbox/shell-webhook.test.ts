import { expect, test } from '@jest/globals'
import type { AdmissionWebhook } from '../../src/sandbox/interface/admission.ts'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { ask } from './client.ts'

const collection = '/api/v1/namespaces/kube-system/configmaps'
const configMap = (text: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { text } })
const allowed = { response: { allowed: true } }

interface Question {
  readonly request: {
    readonly operation: string
    readonly dryRun: boolean
    readonly object: { readonly data: object }
    readonly oldObject: { readonly data: object } | null
    readonly options: object
  }
}

/** A webhook that keeps what it is asked. */
function listening(answer: () => object | number = () => allowed) {
  const questions: Question[] = []
  const review: AdmissionWebhook['review'] = async (question) => {
    questions.push(question as Question)
    return answer()
  }
  return { webhook: { name: 'test.example.com', review }, questions }
}

const send = (sandbox: RunningSandbox, method: string, path: string, body: object, type = 'application/json') =>
  ask(sandbox, path, { method, headers: { 'content-type': type }, body: JSON.stringify(body) })

const create = (sandbox: RunningSandbox, query = '') => send(sandbox, 'POST', `${collection}${query}`, configMap('one'))

const textIn = async (sandbox: RunningSandbox): Promise<unknown> =>
  (await ask(sandbox, `${collection}/a`)).body.data?.text

test('a webhook is asked about a new ConfigMap, with what it will be', async () => {
  const { webhook, questions } = listening()
  await using sandbox = await startSandbox({ webhook })
  expect((await create(sandbox, '?fieldManager=me')).status).toBe(201)
  expect(questions).toEqual([
    {
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      request: expect.objectContaining({
        operation: 'CREATE',
        name: 'a',
        namespace: 'kube-system',
        resource: { group: '', version: 'v1', resource: 'configmaps' },
        userInfo: { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] },
        dryRun: false,
        object: expect.objectContaining({ data: { text: 'one' } }),
        oldObject: null,
        options: { fieldManager: 'me' },
      }),
    },
  ])
})

test.each([
  ['an update', 'PUT', '', 'application/json'],
  ['a merge patch', 'PATCH', '', 'application/merge-patch+json'],
  ['a server-side apply', 'PATCH', '?fieldManager=git&force=true', 'application/apply-patch+yaml'],
])('it is asked about %s, with what there was', async (_, method, query, type) => {
  const { webhook, questions } = listening()
  await using sandbox = await startSandbox({ webhook })
  await create(sandbox)
  const { status } = await send(sandbox, method, `${collection}/a${query}`, configMap('two'), type)
  const { operation, object, oldObject } = questions[1]!.request
  const seen = { status, operation, after: object.data, before: oldObject?.data }
  expect(seen).toEqual({ status: 200, operation: 'UPDATE', after: { text: 'two' }, before: { text: 'one' } })
  expect(await textIn(sandbox)).toBe('two')
})

test('nothing is stored of what it denies', async () => {
  const status = { code: 400, reason: 'BadRequest', message: 'no such field' }
  const { webhook } = listening(() => ({ response: { allowed: false, status } }))
  await using sandbox = await startSandbox({ webhook })
  const { status: code, body } = await create(sandbox)
  const message = 'admission webhook "test.example.com" denied the request: no such field'
  expect({ code, body }).toEqual({ code: 400, body: expect.objectContaining({ message, reason: 'BadRequest' }) })
  expect((await ask(sandbox, `${collection}/a`)).status).toBe(404)
})

test.each([
  [{}, 400, 'denied the request without explanation'],
  [{ status: { code: 200, reason: 'Forbidden' } }, 400, 'denied the request: Forbidden'],
  [{ status: { code: 422, message: 'x' } }, 422, 'denied the request: x'],
])('a denial of %j', async (response, code, said) => {
  const { webhook } = listening(() => ({ response: { allowed: false, ...response } }))
  await using sandbox = await startSandbox({ webhook })
  const { status, body } = await create(sandbox)
  expect([status, body.message]).toEqual([code, `admission webhook "test.example.com" ${said}`])
})

test.each([
  ['a status of HTTP', async () => 503],
  ['a failure', () => Promise.reject(new Error('closed'))],
])('what is no answer stands in nobody’s way: %s', async (_, review) => {
  await using sandbox = await startSandbox({ webhook: { name: 'test.example.com', review } })
  expect((await create(sandbox)).status).toBe(201)
})

test('warnings of the API server have any characters, too', async () => {
  await using sandbox = await startSandbox()
  const { status, headers } = await send(sandbox, 'POST', `${collection}?fieldValidation=Warn`, {
    ...configMap('one'),
    日本: 1,
  })
  expect([status, Buffer.from(headers['warning'] as string, 'latin1').toString()]).toEqual([
    201,
    '299 - "unknown field \\"日本\\""',
  ])
})

test('its warnings reach the client', async () => {
  const { webhook } = listening(() => ({ response: { allowed: true, warnings: ['maxPods „1“', 't\u007fwo'] } }))
  await using sandbox = await startSandbox({ webhook })
  const { headers } = await create(sandbox)
  expect(Buffer.from(headers['warning'] as string, 'latin1').toString()).toBe('299 - "maxPods „1“", 299 - "two"')
})

test('a dry run is asked about as such', async () => {
  const { webhook, questions } = listening()
  await using sandbox = await startSandbox({ webhook })
  await create(sandbox, '?dryRun=All')
  expect(questions.map(({ request }) => request.dryRun)).toEqual([true])
  expect((await ask(sandbox, `${collection}/a`)).status).toBe(404)
})

test('it is asked again about an object that has changed meanwhile', async () => {
  let meanwhile: (() => Promise<unknown>) | undefined
  const { webhook, questions } = listening()
  const review: AdmissionWebhook['review'] = async (question) => {
    const answer = await webhook.review(question)
    const act = meanwhile
    meanwhile = undefined
    await act?.()
    return answer
  }
  await using sandbox = await startSandbox({ webhook: { ...webhook, review } })
  await create(sandbox)
  const path = `${collection}/a`
  meanwhile = () => send(sandbox, 'PATCH', path, { data: { other: 'x' } }, 'application/merge-patch+json')
  await send(sandbox, 'PATCH', path, { data: { text: 'two' } }, 'application/merge-patch+json')
  expect(questions.at(-1)!.request.object.data).toEqual({ text: 'two', other: 'x' })
  expect(questions).toHaveLength(4)
})

test('it is not asked about what the API server refuses by itself, about deletions, and about other kinds', async () => {
  const { webhook, questions } = listening()
  await using sandbox = await startSandbox({ webhook })
  await create(sandbox)
  expect((await create(sandbox)).status).toBe(409)
  await ask(sandbox, `${collection}/a`, { method: 'DELETE' })
  const taint = { spec: { unschedulable: true } }
  await send(sandbox, 'PATCH', '/api/v1/nodes/node-a', taint, 'application/merge-patch+json')
  expect(questions).toHaveLength(1)
})
