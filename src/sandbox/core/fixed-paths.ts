import type { Answer, ApiRequest } from '../interface/request.ts'
import { mayAccess } from './access/authorize.ts'
import { reviewAt } from './access-review.ts'
import { discoveryAt, versionOf } from './discovery.ts'
import type { Api, Release } from './model/api.ts'
import { apiVersionOf, type Kind, kinds } from './model/kinds.ts'
import { methodNotAllowed, Refusal, unknownResource } from './model/refusal.ts'
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

const root = '/openapi/v3'
const second = '/openapi/v2'
/** A document of OpenAPI v2 without definitions, in protobuf, the encoding in which kubectl requests it. */
const emptyMessage = ''

const pathOf = (kind: Kind): string => `${kind.group === '' ? 'api' : 'apis'}/${apiVersionOf(kind)}`
const paths = [...new Set(kinds.map(pathOf))]

/**
 * OpenAPI v3 with the one thing in it that kubectl requires of a server before it leaves the validation of fields to it:
 * the parameter fieldValidation of patches. There are no schemas, with which kubectl would validate Lists. Undefined for other paths.
 */
function openapiAt(path: string, release: Release): object | string | undefined {
  if (path === second) return emptyMessage
  if (path === root)
    return { paths: Object.fromEntries(paths.map((each) => [each, { serverRelativeURL: `${root}/${each}` }])) }
  const found = paths.find((each) => path === `${root}/${each}`)
  if (found === undefined) return undefined
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: `v1.${release.minor}` },
    paths: Object.fromEntries(kinds.filter((kind) => pathOf(kind) === found).map(patchOf)),
    components: {},
  }
}

const fieldValidation = { name: 'fieldValidation', in: 'query', schema: { type: 'string', uniqueItems: true } }

function patchOf(kind: Kind): [string, object] {
  const { group, version, kind: name } = kind
  const scope = kind.namespaced ? '/namespaces/{namespace}' : ''
  const patch = {
    parameters: [fieldValidation],
    responses: { '200': { description: 'OK' } },
    'x-kubernetes-action': 'patch',
    'x-kubernetes-group-version-kind': { group, version, kind: name },
  }
  return [`/${pathOf(kind)}${scope}/${kind.resource}/{name}`, { patch }]
}
