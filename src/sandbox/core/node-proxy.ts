import type { Answer, ApiRequest } from '../interface/request.ts'
import { authorize } from './access/authorize.ts'
import { type Api, subjectOf } from './model/api.ts'
import { kindOf } from './model/kinds.ts'
import type { Node } from './model/object.ts'
import { notFound, Refusal } from './model/refusal.ts'

const path = /^\/api\/v1\/nodes\/([^/]+)\/proxy\/configz$/

/** The configuration of a kubelet, through the API server; undefined for other requests. */
export function nodeProxy(api: Api, request: ApiRequest): Answer | undefined {
  const [, name] = path.exec(request.path) ?? []
  if (name === undefined || request.method !== 'GET') return undefined
  const kind = kindOf('nodes')
  const target = { kind, namespace: '', name, subresource: 'proxy' }
  authorize(api, { user: request.user, verb: 'get', target, query: {} })
  const node = api.store.get({ resource: 'nodes', namespace: '', name }) as Node | undefined
  if (node === undefined) throw notFound(subjectOf(kind, name))
  if (!node.status?.addresses?.length) throw withoutAddress()
  const answer = api.configz(name)
  if (answer === 'down') throw notReached(name)
  // Not by the API server, so it is no Status.
  if (answer === undefined)
    return { kind: 'answer', status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found\n' }
  return { kind: 'answer', status: 200, body: answer }
}

const withoutAddress = (): Refusal =>
  new Refusal(500, 'InternalError', 'no preferred addresses found; known addresses: []')

const notReached = (name: string): Refusal =>
  new Refusal(
    503,
    'ServiceUnavailable',
    `error trying to reach service: dial ${name}:10250: connect: connection refused`,
  )
