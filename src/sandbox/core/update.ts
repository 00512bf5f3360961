import { commit } from './commit.ts'
import { createMissing } from './create.ts'
import { type Api, type Call, placeOf, subjectOf } from './model/api.ts'
import { isObject, type KubeObject, timestamp } from './model/object.ts'
import { badRequest, notFound, notImplemented, otherUid, Refusal, undecodable } from './model/refusal.ts'
import { Unreadable } from './model/unreadable.ts'
import { fieldsOf } from './ownership/field-set.ts'
import { managerOf, ownedAfterApply, ownedAfterUpdate, type Writer } from './ownership/managed-fields.ts'
import { applyOver } from './patch/apply.ts'
import { applyType, patcherOf } from './patch/patch.ts'
import { asKind, bodyText, contentTypeOf, parseJson, readObject } from './request/body.ts'
import { checkTyped, decode } from './schema/decode.ts'

/** The written object, and whether the write created it. */
export interface Written {
  readonly object: KubeObject
  readonly created: boolean
}

function existing(api: Api, { target }: Call): KubeObject {
  const found = api.store.get(placeOf(target, target.name))
  if (found === undefined) throw notFound(subjectOf(target.kind, target.name))
  return found
}

const writerOf = (api: Api, call: Call, operation: Writer['operation']): Writer => ({
  manager: managerOf(call),
  operation,
  at: timestamp(api.now()),
  subresource: call.target.subresource,
})

export function update(api: Api, call: Call): Written {
  const body = readObject(call.body, call.headers, call.target.kind)
  const { kind, subresource } = call.target
  const isMissing = api.store.get(placeOf(call.target, call.target.name)) === undefined
  if (isMissing && kind.createsOnUpdate && subresource === undefined)
    return { object: createMissing(api, call, decode(body, call), 'Update'), created: true }
  const previous = existing(api, call)
  const { uid } = body.metadata
  if (uid && uid !== previous.metadata.uid)
    throw otherUid(subjectOf(call.target.kind, call.target.name), uid, previous.metadata.uid)
  const writer = writerOf(api, call, 'Update')
  const object = commit(api, call, { previous, next: body, own: (next) => ownedAfterUpdate(next, previous, writer) })
  return { object, created: false }
}

/** PATCH of any type, server-side apply included. */
export function patch(api: Api, call: Call): Written {
  if (contentTypeOf(call.headers) === applyType) return apply(api, call)
  const patched = patcherOf(call, api.release)
  const previous = existing(api, call)
  const { object: next, quoted } = patched(previous)
  const writer = writerOf(api, call, 'Update')
  const change = { previous, next, own: (ready: KubeObject) => ownedAfterUpdate(ready, previous, writer) }
  return { object: readable(() => commit(api, call, change), quoted), created: false }
}

/** Turns Unreadable into the answer that blames the patch. */
function readable<T>(attempt: () => T, quoted: () => string): T {
  try {
    return attempt()
  } catch (error) {
    throw error instanceof Unreadable ? undecodable(quoted(), error.message) : error
  }
}

function apply(api: Api, call: Call): Written {
  if (!call.query['fieldManager']) throw managerRequired()
  const wanted = asKind(appliedBody(call), call.target.kind)
  if (wanted.metadata.managedFields !== undefined) throw badRequest('metadata.managedFields must be nil')
  checkTyped(wanted, call.target.kind)
  const previous = api.store.get(placeOf(call.target, call.target.name))
  if (previous === undefined) {
    if (call.target.subresource !== undefined) throw notFound(subjectOf(call.target.kind, call.target.name))
    return { object: createMissing(api, call, wanted, 'Apply'), created: true }
  }
  const writer = writerOf(api, call, 'Apply')
  const { object: next, taken } = applyOver(previous, wanted, { call, writer })
  const fields = fieldsOf(wanted).values().toArray()
  const object = commit(api, call, {
    previous,
    next,
    own: (ready) => ownedAfterApply(ready, previous, { writer, fields, taken }),
  })
  return { object, created: false }
}

/** The API server accepts YAML; the sandbox only JSON, which kubectl and our commands send. */
function appliedBody({ body }: Call) {
  if (!/^\s*\{/.test(bodyText(body))) throw notImplemented('apply patches in YAML that is not JSON')
  const parsed = parseJson(body)
  if (!isObject(parsed)) throw badRequest('the body is not an object')
  return parsed
}

const managerRequired = (): Refusal =>
  new Refusal(
    422,
    'Invalid',
    'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    {
      details: {
        group: 'meta.k8s.io',
        kind: 'PatchOptions',
        causes: [
          {
            reason: 'FieldValueRequired',
            message: 'Required value: is required for apply patch',
            field: 'fieldManager',
          },
        ],
      },
    },
  )
