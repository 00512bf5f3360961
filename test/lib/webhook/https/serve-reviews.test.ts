import { once } from 'node:events'
import { request } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { connect } from 'node:tls'
import { afterEach, beforeAll, expect, test } from '@jest/globals'
import { webhook } from '../../../../src/lib/names.ts'
import { bundleOf, type Certificates } from '../../../../src/lib/webhook/certificates.ts'
import { type ReviewServer, serveReviews } from '../../../../src/lib/webhook/https/serve-reviews.ts'
import { afterStep } from '../../../../src/lib/webhook/issue.ts'

const host = 'service.namespace.svc'
const loopback = { host: '127.0.0.1', port: 0 }

let certificates: Certificates
let server: ReviewServer
beforeAll(async () => {
  const issue = { now: Date.now(), host }
  certificates = await afterStep('new-serving', await afterStep('new-authority', {}, issue), issue)
})
afterEach(() => server.close())

const serve = async (answer: Parameters<typeof serveReviews>[2] = async (question) => ({ question })) => {
  server = await serveReviews(certificates.serving!, loopback, answer)
}

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly body?: string
  readonly ca?: string
}

async function send({ method = 'POST', path = webhook.path, body = '{}', ca = bundleOf(certificates) }: Sent) {
  const { port } = server.address
  const asked = request({ host: '127.0.0.1', port, method, path, ca, servername: host, agent: false })
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, text }
}

test('who trusts its authority, gets an answer', async () => {
  await serve()
  expect(await send({ body: '{"a":1}' })).toEqual({ status: 200, text: '{"question":{"a":1}}' })
  expect(await send({ path: `${webhook.path}?timeout=5s` })).toMatchObject({ status: 200 })
})

test('who trusts another one, does not', async () => {
  await serve()
  const another = await afterStep('new-authority', {}, { now: Date.now(), host })
  await expect(send({ ca: bundleOf(another) })).rejects.toThrow(/certificate/)
  expect(await send({})).toMatchObject({ status: 200 })
})

test.each<[string, Sent, number]>([
  ['another path', { path: '/' }, 404],
  ['another method', { method: 'GET', body: '' }, 405],
  ['more than a ConfigMap can be', { body: 'a'.repeat(9 * 2 ** 20) }, 413],
])('%s', async (_, sent, status) => {
  await serve()
  await expect(
    send(sent).catch((error: NodeJS.ErrnoException) => ({
      status: error.code === 'EPIPE' || error.code === 'ECONNRESET' ? status : 0,
    })),
  ).resolves.toMatchObject({ status })
})

test.each(['', 'nonsense', '{'])('the body %j is no question', async (body) => {
  let asked: unknown = 'nothing'
  await serve(async (question) => {
    asked = question
    return 400
  })
  expect(await send({ body })).toEqual({ status: 400, text: '' })
  expect(asked).toBeUndefined()
})

test('what throws ends a connection, and nothing else', async () => {
  let times = 0
  await serve(async () => {
    if (times++ === 0) throw new Error('a mistake')
    return {}
  })
  await expect(send({})).rejects.toThrow()
  expect(await send({})).toMatchObject({ status: 200 })
})

test('who speaks no TLS, or says nothing, keeps nobody else from an answer', async () => {
  await serve()
  const plain = connectTcp(server.address.port, '127.0.0.1')
  plain.on('error', () => {})
  plain.write('GET / HTTP/1.1\r\n\r\n')
  const silent = connect({ port: server.address.port, host: '127.0.0.1', ca: bundleOf(certificates), servername: host })
  silent.on('error', () => {})
  await once(silent, 'secureConnect')
  expect(await send({})).toMatchObject({ status: 200 })
  plain.destroy()
})

test('a renewed certificate is served from the next connection on', async () => {
  await serve()
  const issue = { now: Date.now(), host }
  const renewed = await afterStep('new-serving', await afterStep('new-authority', {}, issue), issue)
  server.use(renewed.serving!)
  await expect(send({})).rejects.toThrow(/certificate/)
  expect(await send({ ca: bundleOf(renewed) })).toMatchObject({ status: 200 })
})

test('an address that is taken is a refusal that names it', async () => {
  await serve()
  const { port } = server.address
  await expect(serveReviews(certificates.serving!, server.address, async () => ({}))).rejects.toMatchObject({
    fact: { reason: 'AddressNotListenedOn', port },
  })
})

test('who holds connections without a use of them keeps nobody else from an answer', async () => {
  await serve()
  const idle = Array.from({ length: 300 }, () => connectTcp(server.address.port, '127.0.0.1').on('error', () => {}))
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  expect(await send({})).toMatchObject({ status: 200 })
  for (const socket of idle) socket.destroy()
})

test('it closes although somebody has not shaken hands, and lets what is under way end', async () => {
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
  const { promise: free, resolve: go } = Promise.withResolvers<void>()
  await serve(async () => {
    isAsked()
    await free
    return { late: true }
  })
  const silent = connectTcp(server.address.port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  const answered = send({})
  await asked
  const closing = server.close()
  go()
  expect(await answered).toEqual({ status: 200, text: '{"late":true}' })
  await closing
  await serve()
})
