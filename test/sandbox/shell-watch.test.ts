import { describe, expect, test } from '@jest/globals'
import { serve } from '../../src/sandbox/shell/serve.ts'
import { open } from './client.ts'
import { StandIn, Watched } from './stand-in.ts'

describe('watches', () => {
  test('send each event at once, as a line', async () => {
    const watched = new Watched()
    await using sandbox = await serve(new StandIn(() => watched.reply))
    const stream = await open(sandbox, '/api/v1/pods?watch=1')
    expect(stream.headers['content-type']).toBe('application/json')
    const lines = stream[Symbol.asyncIterator]()
    for (const name of ['a', 'b']) {
      watched.each({ type: 'ADDED', object: { name } })
      expect((await lines.next()).value).toBe(`{"type":"ADDED","object":{"name":"${name}"}}\n`)
    }
  })

  test('end when the cluster has enough', async () => {
    const watched = new Watched()
    await using sandbox = await serve(new StandIn(() => watched.reply))
    const stream = await open(sandbox, '/api/v1/pods?watch=1')
    watched.done()
    expect(await stream.toArray()).toEqual([])
  })

  test('are given up when the client goes away', async () => {
    const watched = new Watched()
    await using sandbox = await serve(new StandIn(() => watched.reply))
    const stream = await open(sandbox, '/api/v1/pods?watch=1')
    stream.destroy()
    await watched.stopped
    watched.each({ type: 'ADDED', object: {} })
    expect(watched.stops).toBe(1)
  })

  const event = { type: 'ADDED', object: 'x'.repeat(1024 * 1024) } as const

  test('are cut off when the client does not read', async () => {
    const watched = new Watched()
    await using sandbox = await serve(new StandIn(() => watched.reply))
    const stream = await open(sandbox, '/api/v1/pods?watch=1')
    stream.on('error', () => undefined)
    for (let sent = 0; sent < 8; sent++) watched.each(event)
    expect(watched.stops).toBe(0)
    for (let sent = 0; sent < 2; sent++) watched.each(event)
    await watched.stopped
    await expect(stream.toArray()).rejects.toThrow('aborted')
  })

  test('may be given more than that at once when they begin', async () => {
    const watched = new Watched()
    watched.onSubscribe = () => {
      for (let sent = 0; sent < 10; sent++) watched.each(event)
      watched.done()
    }
    await using sandbox = await serve(new StandIn(() => watched.reply))
    const stream = await open(sandbox, '/api/v1/pods?watch=1')
    expect((await stream.toArray()).join('')).toHaveLength(10 * `${JSON.stringify(event)}\n`.length)
  })

  test('end when the sandbox closes, with all that was sent', async () => {
    const watched = new Watched()
    const sandbox = await serve(new StandIn(() => watched.reply))
    const stream = await open(sandbox, '/api/v1/pods?watch=1')
    watched.each({ type: 'ADDED', object: 'x'.repeat(100_000) })
    const [text] = await Promise.all([stream.toArray(), sandbox.close()])
    expect(text.join('')).toHaveLength(100_029)
    expect(watched.stops).toBe(1)
  })
})
