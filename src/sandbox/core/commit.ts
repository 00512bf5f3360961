import { type Api, type Call, isDryRun, subjectOf } from './model/api.ts'
import { type JsonObject, type KubeObject, type Namespace, sameJson } from './model/object.ts'
import { badRequest, invalid, invalidValue, modified, type Refusal } from './model/refusal.ts'
import { strategyOf } from './resources/strategies.ts'
import { decode } from './schema/decode.ts'
import { changeProblems, metadataProblems } from './validate/metadata.ts'

/** A changed object, before it is stored. */
export interface Replacement {
  readonly previous: KubeObject
  readonly next: KubeObject
  /** Updates managedFields, as the last step. */
  readonly own: (ready: KubeObject) => KubeObject
}

/** Checks and stores a changed object. Without an actual change, nothing is stored. */
export function commit(api: Api, call: Call, { previous, next, own }: Replacement): KubeObject {
  const { kind, subresource } = call.target
  const subject = subjectOf(kind, call.target.name)
  checkIdentity(call, { previous, next })
  const { defaults, restore, mutate, validate, admit } = strategyOf(kind)
  const write = { api, user: call.user, previous, subresource, subject }
  const confined = restore(confine(defaults(decode(next, call)), { previous, subresource }), write)
  const mutated = mutate(confined, write)
  const problems = [...changeProblems(next, previous), ...metadataProblems(mutated, kind), ...validate(mutated, write)]
  if (problems.length > 0) throw invalid(subject, problems)
  const counted = kind.generation ? withGeneration(mutated, previous) : mutated
  admit(counted, write)
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

/** This answer has the resource where others have the kind (registry/generic/registry/store.go). */
function versionRequired({ target: { kind, name } }: Call): Refusal {
  const problem = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update')
  return invalid({ ...subjectOf(kind, name), kind: kind.resource }, [problem])
}

/** Throws Refusal when name or namespace of the body differ from those of the path. */
export function checkPlace(call: Call, { metadata: { name, namespace } }: KubeObject): void {
  if ((name ?? '') !== '' && name !== call.target.name)
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${call.target.name})`)
  if (call.target.namespace !== '' && (namespace ?? call.target.namespace) !== call.target.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}

/** Metadata that a client cannot change. */
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

/** Restores what this write cannot change: status changes only the status, other writes everything else. */
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

function withGeneration(object: KubeObject, previous: KubeObject): KubeObject {
  if (sameJson(contentOf(object), contentOf(previous))) return object
  const generation = (previous.metadata.generation ?? 0) + 1
  return { ...object, metadata: { ...object.metadata, generation } }
}

const contentOf = (object: KubeObject): JsonObject => {
  const { metadata: _metadata, status: _status, ...content } = object as unknown as JsonObject
  return content
}

/** Marked for deletion, and held neither by finalizers nor by a grace period. */
const isReleased = ({ metadata, ...rest }: KubeObject): boolean =>
  metadata.deletionTimestamp !== undefined &&
  (metadata.finalizers ?? []).length === 0 &&
  ((rest as Partial<Namespace>).spec?.finalizers ?? []).length === 0 &&
  (metadata.deletionGracePeriodSeconds ?? 0) === 0
