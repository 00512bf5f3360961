import { type Api, type Call, placeOf, subjectOf } from './model/api.ts'
import { isObject, type Pod, timestamp } from './model/object.ts'
import { badRequest, notFound } from './model/refusal.ts'
import { checkPreconditions, removeObject } from './remove.ts'
import { readBody } from './request/body.ts'
import { optionsFrom } from './request/delete-options.ts'

const eviction = { apiVersion: 'policy/v1', kind: 'Eviction' }

/** POST of an Eviction: deletes the pod. There are no PodDisruptionBudgets that could refuse it. */
export function evict(api: Api, call: Call): object {
  const { target, query } = call
  const body = readBody(call.body, call.headers, eviction)
  const { name, namespace = target.namespace } = isObject(body['metadata']) ? body['metadata'] : {}
  if (namespace !== target.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  if (name !== target.name) throw badRequest('name in URL does not match name in Eviction object')
  const options = optionsFrom(isObject(body['deleteOptions']) ? body['deleteOptions'] : {}, query)
  const pod = api.store.get(placeOf(target, target.name)) as Pod | undefined
  if (pod === undefined) throw notFound(subjectOf(target.kind, target.name))
  checkPreconditions(call, pod, options)
  const object = options.dryRun?.includes('All') ? pod : api.store.put('pods', evicted(api, pod))
  removeObject(api, { resource: 'pods', object, options })
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
}

const disruptionTarget = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
}

/** The pod with the condition that says why it is deleted. */
function evicted(api: Api, pod: Pod): Pod {
  const conditions = pod.status?.conditions ?? []
  if (conditions.some(({ type }) => type === disruptionTarget.type)) return pod
  const condition = { ...disruptionTarget, lastTransitionTime: timestamp(api.now()) }
  return { ...pod, status: { ...pod.status, conditions: [...conditions, condition] } }
}
