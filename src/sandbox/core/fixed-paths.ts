import type { Answer, ApiRequest } from '../interface/request.ts'
import { mayAccess } from './access/authorize.ts'
import { reviewAt } from './access-review.ts'
import { discoveryAt, versionOf } from './discovery.ts'
import type { Api } from './model/api.ts'
import { methodNotAllowed, Refusal, unknownResource } from './model/refusal.ts'
import { openapiAt } from './openapi.ts'
import { servesResize } from './request/route.ts'

const health = ['/healthz', '/livez', '/readyz']
/** Answered with 404 where there is no document, since clients work without OpenAPI. */
const openapi = '/openapi/'

/** Answers discovery, version, health and self-reviews; undefined for other paths. */
export function fixedPath(api: Api, request: ApiRequest): Answer | undefined {
  const { path, method } = request
  const review = reviewAt(api, request)
  if (review !== undefined) return { kind: 'answer', status: 201, body: review }
  const body = path === '/metrics' ? metricsFor(api, request) : documentAt(api, path)
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

function metricsFor(api: Api, { user, path }: ApiRequest): string {
  if (mayAccess(api, user, { verb: 'get', path })) return metricsOf(api)
  throw new Refusal(403, 'Forbidden', `forbidden: User "${user.name}" cannot get path "${path}"`)
}

/** Of all that an API server reports, only whether pods are resized in place: beta in 1.33, stable since 1.35. */
function metricsOf({ release }: Api): string {
  const stage = release.minor >= 35 ? '' : release.minor >= 33 ? 'BETA' : 'ALPHA'
  const labels = `name="InPlacePodVerticalScaling",stage="${stage}"`
  return `kubernetes_feature_enabled{${labels}} ${Number(servesResize(release))}\n`
}
