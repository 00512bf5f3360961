import type { Answer, ApiRequest } from '../interface/request.ts'
import { reviewAt } from './access-review.ts'
import { discoveryAt, versionOf } from './discovery.ts'
import type { Api } from './model/api.ts'
import { methodNotAllowed, unknownResource } from './model/refusal.ts'
import { openapiAt } from './openapi.ts'

const health = ['/healthz', '/livez', '/readyz']
/** Answered with 404 where there is no document, since clients work without OpenAPI. */
const openapi = '/openapi/'

/** Answers discovery, version, health and self-reviews; undefined for other paths. */
export function fixedPath(api: Api, request: ApiRequest): Answer | undefined {
  const { path, method } = request
  const review = reviewAt(api, request)
  if (review !== undefined) return { kind: 'answer', status: 201, body: review }
  const body = documentAt(api, path)
  if (body === undefined && path.startsWith(openapi)) throw unknownResource()
  if (body === undefined) return undefined
  if (method !== 'GET') throw methodNotAllowed()
  return { kind: 'answer', status: 200, body }
}

function documentAt(api: Api, path: string): object | string | undefined {
  if (path === '/version') return versionOf(api)
  if (health.includes(path)) return 'ok'
  return discoveryAt(path, api) ?? openapiAt(path, api.release)
}
