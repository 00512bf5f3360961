import { type Answer, type ApiReply, type ApiRequest, warningText } from '../interface/request.ts'
import { authorize } from './access/authorize.ts'
import { tableOf } from './columns/table.ts'
import { create } from './create.ts'
import { evict } from './evict.ts'
import { fixedPath } from './fixed-paths.ts'
import { listBody, listPage, matchOf } from './list.ts'
import { metricsAnswer } from './metrics.ts'
import { type Api, type Call, placeOf, subjectOf, type Target } from './model/api.ts'
import type { KubeObject } from './model/object.ts'
import { isObject } from './model/object.ts'
import { badRequest, notFound, notImplemented, Refusal } from './model/refusal.ts'
import { Unreadable } from './model/unreadable.ts'
import { nodeProxy } from './node-proxy.ts'
import { podLog } from './pod-log.ts'
import { remove, removeObject } from './remove.ts'
import { formOf } from './request/accept.ts'
import { deleteOptions } from './request/delete-options.ts'
import { routeOf } from './request/route.ts'
import { checkQuery, type Verb, verbOf } from './request/verb.ts'
import { patch, update, type Written } from './update.ts'
import { watch } from './watch.ts'

/** Answers one request; never throws. */
export function handle(api: Api, request: ApiRequest): ApiReply {
  try {
    return (
      fixedPath(api, request) ??
      nodeProxy(api, request) ??
      podLog(api, request) ??
      metricsAnswer(api, request) ??
      onResource(api, request)
    )
  } catch (error) {
    const { code, headers, status } = error instanceof Refusal ? error : internalError(error)
    return { kind: 'answer', status: code, headers, body: status }
  }
}

/** A bug in the sandbox fails only the request that hit it. */
const internalError = (error: unknown): Refusal =>
  new Refusal(500, 'InternalError', `Internal error occurred: ${String(error)}`, {
    details: { causes: [{ message: String(error) }] },
  })

/** Verbs that can create an object. */
const creatingVerbs: readonly Verb[] = ['create', 'update', 'patch']

function onResource(api: Api, request: ApiRequest): ApiReply {
  const target = routeOf(request.path, api.release)
  const verb = verbOf(request, target)
  checkQuery(verb, request.query)
  authorize(api, { user: request.user, verb, target, query: request.query })
  if (target.kind.empty && creatingVerbs.includes(verb)) throw notImplemented(`objects of kind ${target.kind.kind}`)
  const { query, headers, body, user } = request
  const call: Call = { target: { ...target, name: target.name ?? '' }, query, headers, body, user, warnings: [] }
  if (verb === 'watch') return watch(api, target, { query, form: formOf(headers) })
  return respond(
    call,
    api.now(),
    readable(call, () => actions[verb](api, call)),
  )
}

/** Turns Unreadable into a bad request. */
function readable<T>({ target: { kind } }: Call, attempt: () => T): T {
  try {
    return attempt()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw badRequest(`${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: ${error.message}`)
  }
}

type Action = (api: Api, call: Call) => Outcome

const actions: Readonly<Record<Exclude<Verb, 'watch'>, Action>> = {
  get: (api, call) => ({ status: 200, body: read(api, call) }),
  list: (api, call) => ({ status: 200, body: listBody(call.target, listPage(api, collection(call), call.query)) }),
  create: (api, call) => ({ status: 201, body: call.target.subresource ? evict(api, call) : create(api, call) }),
  update: (api, call) => written(update(api, call)),
  patch: (api, call) => written(patch(api, call)),
  delete: removeOne,
  deletecollection: removeAll,
}

const collection = ({ target }: Call): Target => ({ ...target, name: undefined })

const written = ({ object, created }: Written): Outcome => ({ status: created ? 201 : 200, body: object })

function read(api: Api, { target }: Call): KubeObject {
  const found = api.store.get(placeOf(target, target.name))
  if (found === undefined) throw notFound(subjectOf(target.kind, target.name))
  return found
}

/** The answer has the object if it is a pod, a service account or not gone yet; otherwise only its name. */
function removeOne(api: Api, call: Call): Outcome {
  const { object, gone } = remove(api, call)
  const { group, resource } = call.target.kind
  if (!gone || resource === 'pods' || resource === 'serviceaccounts') return { status: 200, body: object }
  const { name, uid } = object.metadata
  const details = { name, ...(group !== '' && { group }), kind: resource, uid }
  return { status: 200, body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details } }
}

function removeAll(api: Api, call: Call): Outcome {
  const { resource } = call.target.kind
  const match = matchOf(collection(call), call.query)
  const options = deleteOptions(call)
  const items = api.store
    .list(resource)
    .filter(match)
    .map((object) => removeObject(api, { resource, object, options }).object)
  return { status: 200, body: listBody(call.target, { items, revision: api.store.revision() }) }
}

/** Status code and body of an answer. */
interface Outcome {
  readonly status: number
  readonly body: unknown
}

/** The answer in the form that the Accept header requests. */
function respond(call: Call, now: number, { status, body }: Outcome): Answer {
  const form = formOf(call.headers)
  const { warnings } = call
  const isStatus = isObject(body) && body['kind'] === 'Status'
  return {
    kind: 'answer',
    status,
    ...(warnings.length > 0 && { headers: { warning: warnings.map(warningText).join(', ') } }),
    body: form === 'table' && !isStatus ? tableOf(call, now, body as object) : body,
  }
}
