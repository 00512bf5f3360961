import { type Api, type Call, isDryRun, namespaceExists, placeOf, subjectOf } from './api.ts'
import { readObject } from './body.ts'
import { decode } from './decode.ts'
import { managerOf, owned } from './managed-fields.ts'
import { type KubeObject, type Namespace, timestamp } from './object.ts'
import { alreadyExists, badRequest, denied, invalid, notFound } from './refusal.ts'
import { strategyOf } from './strategy.ts'
import { metadataProblems } from './validate/metadata.ts'

/** POST: the new object. */
export function create(api: Api, call: Call): KubeObject {
  const { kind } = call.target
  const body = decode(readObject(call.body, call.headers, kind), call)
  return store(api, call, bear(api, call, named(api, call, body)))
}

/** An object that apply found missing. */
export function createApplied(api: Api, call: Call, body: KubeObject): KubeObject {
  return store(api, call, bear(api, call, named(api, call, body)), 'Apply')
}

function named(api: Api, { target }: Call, body: KubeObject): KubeObject {
  const { namespace = target.namespace, generateName, name } = body.metadata
  if (target.kind.namespaced && namespace !== target.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  const own = name || (generateName ? `${generateName}${api.chance.suffix()}` : '')
  return { ...body, metadata: { ...body.metadata, name: own, ...(target.kind.namespaced && { namespace }) } }
}

/** What the server itself puts into a new object. */
function bear(api: Api, { target: { kind } }: Call, body: KubeObject): KubeObject {
  const { resourceVersion, managedFields: _managed, deletionTimestamp: _deleted, ...metadata } = body.metadata
  if (resourceVersion) throw badRequest('resourceVersion should not be set on objects to be created')
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
  const { defaults, newborn } = strategyOf(kind)
  return newborn(defaults(bare))
}

function store(api: Api, call: Call, born: KubeObject, operation: 'Apply' | 'Update' = 'Update'): KubeObject {
  const { kind } = call.target
  const { name } = born.metadata
  const subject = subjectOf(kind, name)
  checkNamespace(api, call, name)
  const { mutate, validate, admit } = strategyOf(kind)
  const wish = { api, user: call.user, previous: undefined, subresource: undefined, subject }
  const mutated = mutate(born, wish)
  const problems = [...metadataProblems(mutated, kind), ...validate(mutated, wish)]
  if (problems.length > 0) throw invalid(subject, problems)
  admit(mutated, wish)
  if (api.store.get(placeOf(call.target, name)) !== undefined) throw alreadyExists(subject)
  const ready = owned(mutated, { manager: managerOf(call), operation, at: timestamp(api.now()) })
  return isDryRun(call.query) ? ready : api.store.put(kind.resource, ready)
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
