import type { ServerResponse } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { type Handler, refusal, startApiServer } from '../support/api-server.ts'
import { attempt, expectFailure } from './attempt.ts'
import { serving } from './routes.ts'
import { emptyCluster } from './stored-document.ts'

const forbidden = 'nodes is forbidden: User "me" cannot list resource "nodes" in API group "" at the cluster scope'
const notJson = 'error: SERVER answered with application/json that is not JSON'
const stranger = 'error: SERVER did not answer as a Kubernetes API server'
const reset = 'error: SERVER cannot be reached: the connection was reset'
const tooLate = 'error: SERVER did not answer in time'

const json = (body: string): Handler => {
  return () => ({ body, headers: { 'content-type': 'application/json' } })
}
const html = (status: number): Handler => {
  return () => ({ status, body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } })
}
const busy = (status: number, retryAfter: string): Handler => {
  return () => ({ ...refusal(status, 'Busy', { message: 'later' }), headers: { 'retry-after': retryAfter } })
}
/** Begins an answer and leaves the rest to `next`. */
const beginning = (text: string, next: (response: ServerResponse) => void = () => undefined): Handler => {
  return (_request, response) => void response.writeHead(200).write(text, () => next(response))
}
const resetting = ({ socket }: ServerResponse): undefined => void socket?.resetAndDestroy()

type Row = readonly [name: string, handler: Handler, exit: number, says: string]

/** What a second try would not mend. */
const final: readonly Row[] = [
  [
    'refuses the credentials',
    () => refusal(401, 'Unauthorized'),
    5,
    'error: SERVER does not accept the credentials: Unauthorized',
  ],
  ['forbids it', () => refusal(403, 'Forbidden', { message: forbidden }), 5, `error: ${forbidden}`],
  ['cuts its JSON short', json('{"items": ['), 6, notJson],
  ['sends null', json('null'), 6, stranger],
  ['sends an empty object', json('{}'), 6, stranger],
  ['sends an array', json('[]'), 6, stranger],
  ['sends a string', json('"hello"'), 6, stranger],
  ['sends a login page', html(200), 6, 'error: SERVER answered with text/html that is not JSON'],
  [
    'sends us elsewhere',
    () => ({ status: 302, headers: { location: '/login' } }),
    6,
    'error: SERVER answered 302: Found',
  ],
  ['knows no such path', () => ({ status: 404, body: 'not here\n' }), 6, 'error: SERVER answered 404: not here'],
]

/** What is tried again until --request-timeout, and stays as it is. */
const lasting: readonly Row[] = [
  [
    'answers 500',
    () => refusal(500, 'InternalError', { message: 'no leader' }),
    6,
    'error: SERVER answered 500: no leader',
  ],
  ['answers 429 without saying until when', busy(429, 'soon'), 6, 'error: SERVER answered 429: later'],
  ['answers 503 and asks for a year of patience', busy(503, '31536000'), 6, 'error: SERVER answered 503: later'],
  ['sends an error page', html(502), 6, 'error: SERVER answered 502: Bad Gateway'],
]

/** What is tried four times. */
const broken: readonly Row[] = [
  ['resets the connection', (_request, response) => resetting(response), 6, reset],
  ['resets the connection in the middle', beginning('{"items": [', resetting), 6, reset],
  ['hangs up in the middle', beginning('{"items": [', ({ socket }) => socket?.destroy()), 6, reset],
]

/** What is tried until --request-timeout, for a server that asks to be left alone for a second. */
const busyForEver: readonly Row[] = [['answers 429 for ever', busy(429, '1'), 6, 'error: SERVER answered 429: later']]

describe.each([
  { rows: final, timeout: '2s' },
  { rows: broken, timeout: '10s' },
  { rows: lasting, timeout: '1s' },
  { rows: busyForEver, timeout: '1500ms' },
])('a server that', ({ rows, timeout }) => {
  test.each(rows)('%s', async (_name, handler, exit, says) => {
    await using server = await startApiServer(handler)
    const env = { KUBECONFIG: await server.kubeconfig() }
    const ran = await attempt(`kubeletcfg list --request-timeout ${timeout}`, { env })
    expectFailure(ran, { exit, says: says.replace('SERVER', server.url) })
    expect(ran.stdout).toBe('')
  })
})

test.each<[string, Handler]>([
  ['says nothing', () => undefined],
  ['stops after the headers', beginning('')],
  ['stops in the middle', beginning('{"items": [')],
])('a server that %s is not waited for longer than --request-timeout', async (_name, handler) => {
  await using server = await startApiServer(handler)
  const KUBECONFIG = await server.kubeconfig()
  const ran = await attempt('kubeletcfg list --request-timeout 300ms', { env: { KUBECONFIG } })
  expectFailure(ran, { exit: 6, says: tooLate.replace('SERVER', server.url) })
})

test.each([
  ['429', busy(429, '1')],
  ['503', busy(503, '1')],
])('a server that answers %s once, and asks for a second, gets it', async (_name, busyOnce) => {
  const cluster = serving(emptyCluster)
  const handler: Handler = (request, response) => (server.received.length === 1 ? busyOnce : cluster)(request, response)
  await using server = await startApiServer(handler)
  const ran = await attempt('kubeletcfg list', { env: { KUBECONFIG: await server.kubeconfig() } })
  expect(ran).toMatchObject({ exit: 0, stderr: 'no documents in namespace kube-system\n' })
})
