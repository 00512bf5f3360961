import { authorize } from './access/authorize.ts'
import { checkPlace } from './commit.ts'
import { type Api, type Call, isDryRun, namespaceExists, placeOf, subjectOf } from './model/api.ts'
import { type KubeObject, type Metadata, type Namespace, timestamp } from './model/object.ts'
import { alreadyExists, badRequest, conflict, denied, invalid, notFound } from './model/refusal.ts'
import { managerOf, type Operation, owned } from './ownership/managed-fields.ts'
import { readObject } from './request/body.ts'
import { strategyOf } from './resources/strategies.ts'
import { decode } from './schema/decode.ts'
import { metadataProblems } from './validate/metadata.ts'

/** POST. Returns the new object. */
export function create(api: Api, call: Call): KubeObject {
  const body = decode(readObject(call.body, call.headers, call.target.kind), call)
  if (body.metadata.resourceVersion) throw badRequest('resourceVersion should not be set on objects to be created')
  return store(api, call, body, 'Update')
}

/** Creates an object that a PUT or an apply did not find. The user needs the verb create as well. */
export function createMissing(api: Api, call: Call, body: KubeObject, operation: Operation): KubeObject {
  const { target, user } = call
  const { uid } = body.metadata
  checkPlace(call, body)
  authorize(api, { user, verb: 'create', target, query: {} })
  if (uid)
    throw conflict(
      subjectOf(target.kind, target.name),
      `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    )
  return store(api, call, { ...body, metadata: { ...body.metadata, name: target.name } }, operation)
}

function named(api: Api, { target }: Call, body: KubeObject): KubeObject {
  const { namespace = target.namespace, generateName, name } = body.metadata
  if (target.kind.namespaced && namespace !== target.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  const own = name || (generateName ? `${generateName}${api.chance.suffix()}` : '')
  const { namespace: _sent, ...metadata } = body.metadata
  return { ...body, metadata: { ...metadata, name: own, ...(target.kind.namespaced && { namespace }) } }
}

/** Metadata that only the API server sets; values from clients are ignored. */
const serverFields = [
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'managedFields',
  'resourceVersion',
  'selfLink',
] as const

/** The object with the metadata, defaults and initial status that the API server sets. */
function newObject(api: Api, { target: { kind } }: Call, body: KubeObject): KubeObject {
  const metadata: Partial<Metadata> & Pick<Metadata, 'name'> = { ...body.metadata }
  for (const field of serverFields) delete metadata[field]
  const bare = {
    ...body,
    metadata: {
      ...metadata,
      uid: api.chance.uid(),
      resourceVersion: '',
      creationTimestamp: timestamp(api.now()),
      ...(kind.generation && { generation: 1 }),
    },
  }
  const { defaults, initialize } = strategyOf(kind)
  return initialize(defaults(bare))
}

function store(api: Api, call: Call, body: KubeObject, operation: Operation): KubeObject {
  const { kind } = call.target
  const created = newObject(api, call, named(api, call, body))
  const { name } = created.metadata
  const subject = subjectOf(kind, name)
  checkNamespace(api, call, name)
  const { mutate, validate, admit } = strategyOf(kind)
  const write = { api, user: call.user, previous: undefined, subresource: undefined, subject }
  const mutated = mutate(created, write)
  const problems = [...metadataProblems(mutated, kind), ...validate(mutated, write)]
  if (problems.length > 0) throw invalid(subject, problems)
  admit(mutated, write)
  if (api.store.get(placeOf(call.target, name)) !== undefined) throw alreadyExists(subject)
  const ready = owned(mutated, { manager: managerOf(call), operation, at: timestamp(api.now()) })
  return isDryRun(call.query) ? unversioned(ready) : api.store.put(kind.resource, ready)
}

function unversioned(object: KubeObject): KubeObject {
  const { resourceVersion: _none, ...metadata } = object.metadata
  return { ...object, metadata: metadata as Metadata }
}

function checkNamespace(api: Api, { target: { kind, namespace } }: Call, name: string): void {
  if (!kind.namespaced) return
  const found = namespaceExists(api, namespace) as Namespace | undefined
  if (found === undefined) throw notFound({ group: '', kind: 'Namespace', resource: 'namespaces', name: namespace })
  if (found.metadata.deletionTimestamp === undefined) return
  const message = `namespace ${namespace} is being terminated`
  throw denied(
    subjectOf(kind, name),
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }],
  )
}
