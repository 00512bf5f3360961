import type { Answer, ApiRequest } from '../interface/request.ts'
import { authorize } from './access/authorize.ts'
import { type Api, subjectOf } from './model/api.ts'
import { kindOf } from './model/kinds.ts'
import type { Pod } from './model/object.ts'
import { notFound } from './model/refusal.ts'
import { isProbe } from './pods/probe.ts'

const path = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/log$/

/** The log of a probe of a rollout, from its kubelet through the API server: it prints its name. undefined for other requests, and other pods. */
export function podLog(api: Api, request: ApiRequest): Answer | undefined {
  const [, namespace = '', name = ''] = path.exec(request.path) ?? []
  if (name === '' || request.method !== 'GET') return undefined
  const kind = kindOf('pods')
  authorize(api, { user: request.user, verb: 'get', target: { kind, namespace, name, subresource: 'log' }, query: {} })
  const pod = api.store.get({ resource: 'pods', namespace, name }) as Pod | undefined
  if (pod === undefined) throw notFound(subjectOf(kind, name))
  if (!isProbe(pod)) return undefined
  const { nodeName = '' } = pod.spec
  if (api.store.get({ resource: 'nodes', namespace: '', name: nodeName }) === undefined)
    throw notFound(subjectOf(kindOf('nodes'), nodeName))
  return { kind: 'answer', status: 200, headers: { 'content-type': 'text/plain' }, body: `${name}\n` }
}
