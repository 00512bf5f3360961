import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from '@jest/globals'
import { type Pages, servePages } from '../../../src/lib/loop/page-server.ts'

const loopback = { host: '127.0.0.1', port: 0 }
const pages: Pages = {
  '/healthz': () => ({ status: 200, text: 'ok\n' }),
  '/metrics': () => ({ status: 200, text: 'up 1\n', contentType: 'text/plain; version=0.0.4' }),
}

test('it serves the pages, and nothing else', async () => {
  const server = await servePages(pages, loopback)
  const { host, port } = server.address
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://${host}:${port}${path}`, init)
  try {
    const metrics = await ask('/metrics?x=1')
    expect(metrics.status).toBe(200)
    expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4')
    expect(await metrics.text()).toBe('up 1\n')
    expect(await (await ask('/healthz', { method: 'HEAD' })).text()).toBe('')
    expect((await ask('/healthz', { method: 'POST', body: 'x' })).status).toBe(405)
    for (const path of ['/', '/constructor', '/metrics/', '/../etc/passwd']) expect((await ask(path)).status).toBe(404)
  } finally {
    await server.close()
  }
  await expect(ask('/healthz')).rejects.toThrow()
})

test('an address that is in use is a fact', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  try {
    await expect(servePages(pages, { host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'refused',
      fact: { reason: 'AddressNotListenedOn', host: '127.0.0.1', port, errno: 'EADDRINUSE' },
    })
  } finally {
    other.close()
  }
})

test('it closes while a client keeps its connection', async () => {
  const server = await servePages(pages, loopback)
  await fetch(`http://127.0.0.1:${server.address.port}/healthz`, { keepalive: true })
  await server.close()
})

test('connections that ask nothing, however many, keep no probe from its answer', async () => {
  const server = await servePages(pages, loopback)
  const { port } = server.address
  const idle = Array.from({ length: 48 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  try {
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    for (let probe = 0; probe < 40; probe++) {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('connection')).toBe('close')
    }
  } finally {
    for (const socket of idle) socket.destroy()
    await server.close()
  }
})

test('a connection that asks nothing ends within seconds', async () => {
  const server = await servePages(pages, loopback)
  const socket = connect(server.address.port, '127.0.0.1').resume()
  try {
    await once(socket, 'close')
  } finally {
    await server.close()
  }
}, 15_000)
