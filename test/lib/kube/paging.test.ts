import { describe, expect, test } from '@jest/globals'
import { listAll } from '../../../src/lib/kube/paging.ts'
import { type Handler, type Received, refusal, startApiServer } from '../../support/api-server.ts'
import { patient, restTo } from './rest-to.ts'

const expired = refusal(410, 'Expired', { message: 'The provided continue parameter is too old' })

async function listWith(handler: Handler) {
  await using server = await startApiServer(handler)
  const listing = { path: '/api/v1/nodes', labelSelector: 'a=b' }
  const all = listAll<number, number>(await restTo(server.url), { listing, small: (n) => n * 10 }, patient)
  const result = await all.catch((error: unknown) => error)
  return { result, queries: server.received.map(({ query }: Received) => query) }
}

const page = (items: number[], token?: string) => ({ body: { metadata: { continue: token }, items } })

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

  test('has one deadline for all its pages', async () => {
    await using server = await startApiServer(async () => {
      await new Promise((done) => setTimeout(done, 20))
      return page([1], 'more')
    })
    const listing = { path: '/api/v1/nodes' }
    const rest = await restTo(server.url)
    const limits = { ...patient, timeoutMs: 100 }
    await expect(listAll(rest, { listing, small: (item) => item }, limits)).rejects.toMatchObject({ code: 'timeout' })
  })
})
