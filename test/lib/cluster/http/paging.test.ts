import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { listAll } from '../../../../src/lib/cluster/http/paging.ts'
import { type Handler, type Received, refusal, startApiServer } from '../../../support/api-server.ts'
import { patient, restTo } from './rest-to.ts'

const expired = refusal(410, 'Expired', { message: 'The provided continue parameter is too old' })

async function listWith(handler: Handler) {
  await using server = await startApiServer(handler)
  const listing = { path: '/api/v1/nodes', labelSelector: 'a=b' }
  const all = listAll<{ n: number }, number>(await restTo(server.url), { listing, small: ({ n }) => n * 10 }, patient)
  const result = await all.catch((error: unknown) => error)
  return { result, queries: server.received.map(({ query }: Received) => query) }
}

const endless = { listing: { path: '/api/v1/nodes' }, small: (item: unknown) => item }

const page = (items: number[], token?: string) => ({
  body: { kind: 'NodeList', metadata: { continue: token }, items: items.map((n) => ({ n })) },
})

describe('a list', () => {
  test('is read in pages of 500 to its end', async () => {
    const { result, queries } = await listWith(({ query }) =>
      query['continue'] === 'more' ? page([3]) : page([1, 2], 'more'),
    )
    expect(result).toEqual([10, 20, 30])
    expect(queries).toEqual([
      { labelSelector: 'a=b', limit: '500' },
      { labelSelector: 'a=b', limit: '500', continue: 'more' },
    ])
  })

  test('that expires on the way is read again in one piece', async () => {
    const { result, queries } = await listWith(({ query }) => {
      if (query['limit'] === undefined) return page([7, 8, 9])
      return query['continue'] === undefined ? page([1], 'old') : expired
    })
    expect(result).toEqual([70, 80, 90])
    expect(queries).toHaveLength(3)
  })

  test('that is refused is a Failure', async () => {
    const { result } = await listWith(() => refusal(403, 'Forbidden'))
    expect(result).toMatchObject({ code: 'refused' })
  })

  test('may take longer than a request: each of its pages is one', async () => {
    let left = 5
    await using server = await startApiServer(async () => {
      await sleep(300)
      return page([left], --left > 0 ? 'more' : undefined)
    })
    const rest = await restTo(server.url, { requestTimeoutMs: 1_000 })
    expect(await listAll(rest, endless, patient)).toHaveLength(5)
  })

  const slowly = async () => {
    await sleep(20)
    return page([1], 'more')
  }

  test('may take no longer than its caller allows for all its pages', async () => {
    await using server = await startApiServer(slowly)
    const limits = { ...patient, timeoutMs: 100 }
    await expect(listAll(await restTo(server.url), endless, limits)).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('can be interrupted between its pages', async () => {
    const controller = new AbortController()
    await using server = await startApiServer((request) => {
      if (request.query['continue'] !== undefined) controller.abort()
      return slowly()
    })
    const limits = { signal: controller.signal }
    await expect(listAll(await restTo(server.url), endless, limits)).rejects.toMatchObject({ code: 'interrupted' })
  })
})
