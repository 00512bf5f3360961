import { type Api, type Call, isDryRun, subjectOf } from './model/api.ts'
import { type JsonObject, type KubeObject, type Namespace, sameJson } from './model/object.ts'
import { badRequest, invalid, invalidValue, modified, type Refusal } from './model/refusal.ts'
import { strategyOf } from './resources/strategies.ts'
import { decode } from './schema/decode.ts'
import { changeProblems, metadataProblems } from './validate/metadata.ts'

/** An object on its way to replace another. */
export interface Replacement {
  readonly previous: KubeObject
  readonly next: KubeObject
  /** Notes who owns what, last of all. */
  readonly own: (ready: KubeObject) => KubeObject
}

/** Checks and stores a changed object. One that has not really changed is not stored again. */
export function commit(api: Api, call: Call, { previous, next, own }: Replacement): KubeObject {
  const { kind, subresource } = call.target
  const subject = subjectOf(kind, call.target.name)
  checkIdentity(call, { previous, next })
  const { defaults, restore, mutate, validate, admit } = strategyOf(kind)
  const wish = { api, user: call.user, previous, subresource, subject }
  const confined = restore(confine(defaults(decode(next, call)), { previous, subresource }), wish)
  const mutated = mutate(confined, wish)
  const problems = [...changeProblems(next, previous), ...metadataProblems(mutated, kind), ...validate(mutated, wish)]
  if (problems.length > 0) throw invalid(subject, problems)
  const counted = kind.generation ? withGeneration(mutated, previous) : mutated
  admit(counted, wish)
  const ready = own(counted)
  if (isDryRun(call.query)) return ready
  if (sameJson(ready, previous)) return previous
  return isReleased(ready) ? api.store.delete(kind.resource, ready) : api.store.put(kind.resource, ready)
}

function checkIdentity(call: Call, { previous, next }: { previous: KubeObject; next: KubeObject }): void {
  const { resourceVersion } = next.metadata
  checkPlace(call, next)
  if (!resourceVersion && !call.target.kind.unconditionalUpdate) throw versionRequired(call)
  if (resourceVersion && resourceVersion !== previous.metadata.resourceVersion)
    throw modified(subjectOf(call.target.kind, call.target.name))
}

/** The server gives the resource for the kind here (registry/generic/registry/store.go). */
function versionRequired({ target: { kind, name } }: Call): Refusal {
  const problem = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update')
  return invalid({ ...subjectOf(kind, name), kind: kind.resource }, [problem])
}

/** Body and path are about the same object. */
export function checkPlace(call: Call, { metadata: { name, namespace } }: KubeObject): void {
  if ((name ?? '') !== '' && name !== call.target.name)
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${call.target.name})`)
  if (call.target.namespace !== '' && (namespace ?? call.target.namespace) !== call.target.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}

/** What only the server may write. */
const kept = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'generation',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
] as const

/** Each subresource changes its own part, and the object itself all but its status. */
function confine(
  next: KubeObject,
  { previous, subresource }: { previous: KubeObject; subresource: string | undefined },
): KubeObject {
  const fixed = kept.flatMap((field) =>
    previous.metadata[field] === undefined ? [] : [[field, previous.metadata[field]]],
  )
  const { generation: _g, deletionTimestamp: _d, deletionGracePeriodSeconds: _s, ...metadata } = next.metadata
  const identity = { ...metadata, ...Object.fromEntries(fixed) }
  const [now, before] = [next as unknown as JsonObject, previous as unknown as JsonObject]
  const { status: _status, ...rest } = now
  if (subresource === 'status') return { ...before, metadata: identity, status: now['status'] } as unknown as KubeObject
  const status = before['status'] === undefined ? {} : { status: before['status'] }
  return { ...rest, ...status, metadata: identity } as unknown as KubeObject
}

/** metadata.generation counts changes of everything but metadata and status. */
function withGeneration(object: KubeObject, previous: KubeObject): KubeObject {
  if (sameJson(contentOf(object), contentOf(previous))) return object
  const generation = (previous.metadata.generation ?? 0) + 1
  return { ...object, metadata: { ...object.metadata, generation } }
}

const contentOf = (object: KubeObject): JsonObject => {
  const { metadata: _metadata, status: _status, ...content } = object as unknown as JsonObject
  return content
}

/** Its last finalizer is gone, and no kubelet is ending it. */
const isReleased = ({ metadata, ...rest }: KubeObject): boolean =>
  metadata.deletionTimestamp !== undefined &&
  (metadata.finalizers ?? []).length === 0 &&
  ((rest as Partial<Namespace>).spec?.finalizers ?? []).length === 0 &&
  (metadata.deletionGracePeriodSeconds ?? 0) === 0
