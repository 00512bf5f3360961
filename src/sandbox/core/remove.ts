import { type Api, type Call, placeOf, subjectOf } from './model/api.ts'
import { type KubeObject, type Namespace, type Pod, timestamp } from './model/object.ts'
import { conflict, denied, notFound } from './model/refusal.ts'
import { type DeleteOptions, deleteOptions } from './request/delete-options.ts'

const protectedNamespaces = ['default', 'kube-public', 'kube-system']

/** Result of a deletion. */
export interface Removed {
  readonly object: KubeObject
  /** False while finalizers or the grace period keep the object. */
  readonly gone: boolean
}

/** DELETE of one object. Throws Refusal. */
export function remove(api: Api, call: Call): Removed {
  const { target } = call
  const options = deleteOptions(call)
  const object = api.store.get(placeOf(target, target.name))
  if (object === undefined) throw notFound(subjectOf(target.kind, target.name))
  if (target.kind.resource === 'namespaces' && protectedNamespaces.includes(target.name))
    throw denied(subjectOf(target.kind, target.name), 'this namespace may not be deleted')
  checkPreconditions(call, object, options)
  return removeObject(api, { resource: target.kind.resource, object, options })
}

/** These answers have the kind where others have the resource (apiserver, registry/rest/delete.go, BeforeDelete). */
export function checkPreconditions(
  { target }: Call,
  { metadata }: KubeObject,
  { preconditions = {} }: DeleteOptions,
): void {
  const { uid, resourceVersion } = preconditions
  const subject = { ...subjectOf(target.kind, metadata.name), resource: target.kind.kind }
  if (uid !== undefined && uid !== metadata.uid)
    throw conflict(
      subject,
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    )
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw conflict(
      subject,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    )
}

const finalizerOf: Readonly<Record<string, string>> = { Orphan: 'orphan', Foreground: 'foregroundDeletion' }

/** Deletes an object, or marks it for deletion while finalizers or a grace period keep it. */
export function removeObject(
  api: Api,
  { resource, object, options = {} }: { resource: string; object: KubeObject; options?: DeleteOptions },
): Removed {
  const dryRun = options.dryRun?.includes('All') ?? false
  const added = finalizerOf[options.propagationPolicy ?? '']
  const held = [...(object.metadata.finalizers ?? [])]
  if (added !== undefined && !held.includes(added)) held.push(added)
  const grace = graceOf(resource, object, options)
  if (!isHeld(object, held) && grace === 0)
    return { object: dryRun ? object : api.store.delete(resource, object), gone: true }
  const marked = mark(api, object, { held, grace, resource })
  return { object: dryRun || marked === object ? marked : api.store.put(resource, marked), gone: false }
}

/** The finalizers of a namespace are in its spec. */
const isHeld = (object: KubeObject, held: readonly string[]): boolean =>
  held.length > 0 || ((object as Namespace).spec?.finalizers ?? []).length > 0

/** Marks an object for deletion. A later request may shorten the grace period and add finalizers. */
function mark(
  api: Api,
  object: KubeObject,
  { held, grace, resource }: { held: string[]; grace: number; resource: string },
): KubeObject {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [], generation } = object.metadata
  const isNew = deletionTimestamp === undefined
  const isSooner = isNew || grace < deletionGracePeriodSeconds
  if (!isSooner && held.length === finalizers.length) return object
  const metadata = {
    ...object.metadata,
    ...(isSooner && { deletionTimestamp: timestamp(api.now() + grace * 1000) }),
    ...(isSooner && resource !== 'namespaces' && { deletionGracePeriodSeconds: grace }),
    ...(held.length > 0 && { finalizers: held }),
    ...(isNew && generation !== undefined && { generation: generation + 1 }),
  }
  const terminating = resource === 'namespaces' ? { status: { phase: 'Terminating' } } : {}
  return { ...object, ...terminating, metadata }
}

/** Grace period in seconds; zero except for running pods (registry/core/pod/strategy.go, CheckGracefulDelete). */
function graceOf(resource: string, object: KubeObject, { gracePeriodSeconds }: DeleteOptions): number {
  if (resource !== 'pods') return 0
  const { spec, status } = object as Pod
  if (!spec.nodeName || status?.phase === 'Succeeded' || status?.phase === 'Failed') return 0
  const seconds = gracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 30
  return seconds < 0 ? 1 : seconds
}
