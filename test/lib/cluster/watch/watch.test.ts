import type { ServerResponse } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { watchObject } from '../../../../src/lib/cluster/watch/watch-object.ts'
import { type Received, type Reply, refusal, startApiServer } from '../../../support/api-server.ts'
import { patient, restTo } from '../http/rest-to.ts'

const timing = { relistMs: 60_000, idleMs: 60_000, random: () => 0, pauseMs: () => 1 }
const object = (version: number) => ({ metadata: { name: 'x', resourceVersion: String(version) } })
const small = (item: ReturnType<typeof object>) => item
const list = (version: number, ...items: object[]): Reply => ({
  body: { kind: 'PodList', metadata: { resourceVersion: String(version) }, items },
})
const event = (type: string, body: object): string => `${JSON.stringify({ type, object: body })}\n`

/** One stage of a script: a list to answer with, or what a watch sends and whether it then ends. */
type Stage = Reply | { readonly sends: string; readonly end: 'clean' | 'break' | 'none' }

function play(stage: Stage, response: ServerResponse): Reply | undefined {
  if (!('sends' in stage)) return stage
  response.writeHead(200, { 'content-type': 'application/json' })
  response.flushHeaders()
  response.write(stage.sends)
  if (stage.end === 'clean') response.end()
  if (stage.end === 'break') setTimeout(() => response.socket?.destroy(), 5)
  return undefined
}

interface Script {
  readonly lists: readonly Stage[]
  readonly watches: readonly Stage[]
  readonly states: number
  readonly idleMs?: number
}

/** The first states that a watch yields while the server plays its script (the last stage for ever). */
async function statesOf({ lists, watches, states, idleMs = 60_000 }: Script) {
  const turn = { list: 0, watch: 0 }
  const next = (stages: readonly Stage[], index: number): Stage => stages[Math.min(index, stages.length - 1)]!
  await using server = await startApiServer(({ query }, response) =>
    play(query['watch'] ? next(watches, turn.watch++) : next(lists, turn.list++), response),
  )
  const watched = { path: '/api/v1/namespaces/n/pods', name: 'x', small, timing: { ...timing, idleMs } }
  const versions: (string | undefined)[] = []
  for await (const state of watchObject(await restTo(server.url), watched, patient)) {
    versions.push(state?.metadata.resourceVersion)
    if (versions.length === states) break
  }
  return { versions, received: server.received as readonly Received[] }
}

const stays = (sends: string): Stage => ({ sends, end: 'none' })
const ends: Stage = { sends: '', end: 'clean' }

describe('a watch', () => {
  test('reads the state, and goes on from the version of the list', async () => {
    const { versions, received } = await statesOf({
      lists: [list(5)],
      watches: [stays(event('ADDED', object(6)))],
      states: 2,
    })
    expect(versions).toEqual([undefined, '6'])
    expect(received[1]?.query).toEqual({
      watch: 'true',
      fieldSelector: 'metadata.name=x',
      resourceVersion: '5',
      allowWatchBookmarks: 'true',
      timeoutSeconds: '60',
    })
  })

  test('says that the object is gone', async () => {
    const { versions } = await statesOf({
      lists: [list(5, object(5))],
      watches: [stays(event('DELETED', object(6)))],
      states: 2,
    })
    expect(versions).toEqual(['5', undefined])
  })

  test('yields only the newest of what comes together, and no bookmarks', async () => {
    const sends = event('MODIFIED', object(6)) + event('MODIFIED', object(7)) + event('BOOKMARK', object(9))
    const { versions } = await statesOf({ lists: [list(5, object(5))], watches: [stays(sends)], states: 2 })
    expect(versions).toEqual(['5', '7'])
  })

  test.each([
    ['ends', ends],
    ['breaks in the middle of a line', { sends: '{"type":"MODI', end: 'break' }],
    ['is told in an event that its version is too old', stays(event('ERROR', refusal(410, 'Expired').body as object))],
    [
      'is told in an event that the server has failed',
      stays(event('ERROR', refusal(500, 'InternalError').body as object)),
    ],
    [
      'is told in an event without a code that it has failed',
      stays(event('ERROR', { kind: 'Status', message: 'etcd' })),
    ],
    ['is told by status that its version is too old', refusal(410, 'Expired')],
    ['is told that the server is overloaded', refusal(503, 'ServiceUnavailable')],
    ['is told that it asks too much', refusal(429, 'TooManyRequests')],
    ['gets garbage', stays('<html>\n')],
    ['gets JSON that is no event', stays('null\n')],
    ['gets an event of nothing', stays('{"type":"ADDED"}\n')],
    ['gets an event of null', stays('{"type":"ADDED","object":null}\n')],
  ] as const)('that %s reads the state again', async (_, trouble) => {
    const { versions } = await statesOf({
      lists: [list(5, object(5)), list(8, object(8))],
      watches: [trouble, stays(event('MODIFIED', object(9)))],
      states: 3,
    })
    expect(versions).toEqual(['5', '8', '9'])
  })

  test('over a connection that is half open reads the state again', async () => {
    const { versions } = await statesOf({
      lists: [list(5, object(5)), list(8, object(8))],
      watches: [stays('')],
      states: 2,
      idleMs: 30,
    })
    expect(versions).toEqual(['5', '8'])
  })

  test('waits out a server that is away for a while', async () => {
    const away = { status: 302 }
    const { versions } = await statesOf({
      lists: [list(5, object(5)), away, away, list(8, object(8))],
      watches: [ends],
      states: 2,
    })
    expect(versions).toEqual(['5', '8'])
  })

  test.each([
    ['the first read fails', [{ status: 302 }], 'unreachable'],
    ['permission is taken away', [list(5), refusal(403, 'Forbidden')], 'refused'],
  ])('rejects when %s', async (_, lists, code) => {
    await expect(statesOf({ lists, watches: [ends], states: 2 })).rejects.toMatchObject({ code })
  })

  test('rejects when it may not watch', async () => {
    const script = { lists: [list(5)], watches: [refusal(403, 'Forbidden')], states: 2 }
    await expect(statesOf(script)).rejects.toMatchObject({ code: 'refused' })
  })
})

describe('the end of a watch', () => {
  const watched = { path: '/api/v1/namespaces/n/pods', name: 'x', small, timing }
  const serve = () =>
    startApiServer(({ query }, response) => play(query['watch'] ? stays('') : list(5, object(5)), response))

  test('is an abort, without a failure, and the connection is closed', async () => {
    await using server = await serve()
    const controller = new AbortController()
    const states = []
    for await (const state of watchObject(await restTo(server.url), watched, { signal: controller.signal })) {
      states.push(state)
      setTimeout(() => controller.abort(), 20)
    }
    expect(states).toEqual([object(5)])
  })

  test('is a timeout when there is a limit', async () => {
    await using server = await serve()
    const limits = { ...patient, timeoutMs: 50 }
    const drain = async () => {
      for await (const _ of watchObject(await restTo(server.url), watched, limits));
    }
    await expect(drain()).rejects.toMatchObject({ code: 'timeout' })
  })

  test('by the reader closes the connection', async () => {
    await using server = await startApiServer(({ query }, response) =>
      play(query['watch'] ? stays(event('MODIFIED', object(6))) : list(5), response),
    )
    for await (const state of watchObject(await restTo(server.url), watched, patient)) if (state !== undefined) break
    while (server.connections() > 0) await new Promise((done) => setTimeout(done, 1))
    expect(server.received).toHaveLength(2)
  })
})
