import type { Answer, ApiRequest } from '../interface/request.ts'
import { reviewAt } from './access-review.ts'
import { discoveryAt, versionOf } from './discovery.ts'
import type { Api } from './model/api.ts'
import { methodNotAllowed, unknownResource } from './model/refusal.ts'

const health = ['/healthz', '/livez', '/readyz']
/** Answered with 404, since clients work without OpenAPI. */
const openapi = '/openapi/'

/** Answers discovery, version, health and self-reviews; undefined for other paths. */
export function fixedPath(api: Api, request: ApiRequest): Answer | undefined {
  const { path, method } = request
  const review = reviewAt(api, request)
  if (review !== undefined) return { kind: 'answer', status: 201, body: review }
  if (path.startsWith(openapi)) throw unknownResource()
  const body = path === '/version' ? versionOf(api) : health.includes(path) ? 'ok' : discoveryAt(path, api)
  if (body === undefined) return undefined
  if (method !== 'GET') throw methodNotAllowed()
  return { kind: 'answer', status: 200, body }
}
