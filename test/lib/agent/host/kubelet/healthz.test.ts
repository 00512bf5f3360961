import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import http, { type RequestListener } from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { healthzAnswer } from '../../../../../src/lib/agent/host/kubelet/kubelet-health.ts'
import { runtimeAnswer } from '../../../../../src/lib/agent/host/kubelet/runtime.ts'
import { listening } from './fake-kubelet.ts'

const { signal } = new AbortController()

async function serving(answer: RequestListener) {
  const server = http.createServer(answer)
  const port = await listening(server)
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, [Symbol.asyncDispose]: close }
}

const says =
  (status: number): RequestListener =>
  (_request, response) => {
    response.writeHead(status)
    response.end('ok')
  }

test('a kubelet that says it is healthy', async () => {
  await using server = await serving(says(200))
  expect(await healthzAnswer({ address: '0.0.0.0', port: server.port }, process.pid, signal)).toEqual({
    verdict: 'pass',
  })
})

test('one that says it is not', async () => {
  await using server = await serving(says(500))
  expect(await healthzAnswer({ address: '127.0.0.1', port: server.port }, process.pid, signal)).toMatchObject({
    verdict: 'fail',
    because: { reason: 'HealthzNotOk', status: 500 },
  })
})

test('one whose port another process has', async () => {
  await using server = await serving(says(200))
  const kubelet = spawn('sleep', ['60'])
  await once(kubelet, 'spawn')
  const answer = await healthzAnswer({ address: '127.0.0.1', port: server.port }, kubelet.pid!, signal)
  kubelet.kill()
  expect(answer).toMatchObject({ verdict: 'fail', because: { reason: 'HealthzOfAnother' } })
})

test.each([
  ['nothing listens', { address: '127.0.0.1', port: 1 }, 'ECONNREFUSED'],
  ['its address is not one', { address: 'metadata.google.internal', port: 80 }, 'EADDRNOTAVAIL'],
])('%s', async (_what, where, errno) => {
  expect(await healthzAnswer(where, process.pid, signal)).toMatchObject({
    verdict: 'fail',
    because: { reason: 'HealthzNotAnswered', errno },
  })
})

test('one that hangs', async () => {
  await using server = await serving(() => undefined)
  const answer = await healthzAnswer({ address: '', port: server.port }, process.pid, AbortSignal.timeout(100))
  expect(answer).toMatchObject({ verdict: 'fail', because: { reason: 'HealthzNotAnswered', errno: 'ETIMEDOUT' } })
})

test('the container runtime answers at its socket, or does not', async () => {
  const path = join(tmpdir(), `runtime-${process.pid}.sock`)
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(path, resolve))
  expect(await runtimeAnswer(`unix://${path}`, signal)).toEqual({ verdict: 'pass' })
  server.close()
  expect(await runtimeAnswer(path, signal)).toMatchObject({
    verdict: 'fail',
    because: { reason: 'RuntimeNotAnswering', endpoint: path, errno: 'ENOENT' },
  })
  await rm(path, { force: true })
})
