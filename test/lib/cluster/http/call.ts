import type { Call } from '../../../../src/lib/cluster/http/transport.ts'
import { type Reply, refusal, startApiServer } from '../../../support/api-server.ts'
import { patient, restTo } from './rest-to.ts'

export const get = { method: 'GET', path: '/api/v1/nodes' } as const
export const post = { method: 'POST', path: '/api/v1/nodes', body: { secret: 'hush' } } as const
export const review = { ...post, path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews' } as const

/** What a call comes to when the server gives these replies in turn, and the last one for ever. */
export async function call(replies: readonly Reply[], request: Call = get) {
  let index = 0
  await using server = await startApiServer(() => replies[Math.min(index++, replies.length - 1)])
  const rest = await restTo(server.url)
  const result = await rest.call(request, patient).catch((error: unknown) => error)
  return { result, url: server.url, asked: server.received.length }
}

export const status = (code: number, reason: string, message: string, details = {}) =>
  refusal(code, reason, { message, details })
