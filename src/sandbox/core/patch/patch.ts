import { applyPatch, type Operation } from 'rfc6902'
import type { Body } from '../../interface/request.ts'
import { type Call, otherWordsSince, type Release } from '../model/api.ts'
import { isObject, type Json, type JsonObject, type KubeObject } from '../model/object.ts'
import { badRequest, notImplemented, Refusal, unsupportedMediaType } from '../model/refusal.ts'
import { bodyText, contentTypeOf, parseJson } from '../request/body.ts'
import { goText } from './go-text.ts'
import { strategicMerge } from './strategic.ts'

export const applyType = 'application/apply-patch+yaml'

/** A patched object, and the text that the API server quotes when it cannot decode the result. */
export interface Patched {
  readonly object: KubeObject
  readonly quoted: () => string
}

type Patch = (original: Json, patch: unknown) => { result: Json; quoted: () => string }

const jsonType = 'application/json-patch+json'

const types: Readonly<Record<string, Patch>> = {
  [jsonType]: (original, patch) => {
    const result = jsonPatch(original, patch)
    return { result, quoted: () => JSON.stringify(result) }
  },
  'application/merge-patch+json': (original, patch) => {
    const result = mergePatch(original, asObject(patch))
    return { result, quoted: () => JSON.stringify(result) }
  },
  'application/strategic-merge-patch+json': (original, body) => {
    const patch = asObject(body)
    return { result: strategicMerge(original, patch), quoted: () => goText(patch) }
  },
}

/** Applies a JSON patch, merge patch or strategic merge patch. Throws Refusal for a patch of another type at once. */
export function patcherOf({ headers, body }: Call, release: Release): (original: KubeObject) => Patched {
  const type = contentTypeOf(headers)
  if (type === 'application/apply-patch+cbor') throw notImplemented(`patches of type ${type}`)
  const patch = types[type]
  if (patch === undefined) throw unsupportedMediaType()
  return (original) => {
    const sent = parsed(body, type === jsonType ? 'error decoding patch: ' : '', release)
    const { result, quoted } = patch(original as unknown as Json, sent)
    if (!isObject(result) || !isObject(result['metadata'])) throw badRequest('the patched value is not an object')
    return { object: result as unknown as KubeObject, quoted }
  }
}

function parsed(body: Body | undefined, prefix: string, { minor }: Release): unknown {
  if (minor < otherWordsSince) return parseJson(body, prefix)
  try {
    return JSON.parse(bodyText(body))
  } catch (error) {
    throw error instanceof SyntaxError ? badRequest('invalid JSON patch') : error
  }
}

function asObject(patch: unknown): Json {
  if (!isObject(patch))
    throw badRequest('json: cannot unmarshal the patch into Go value of type map[string]interface {}')
  return patch
}

/** RFC 7386: null removes a field, objects are merged, everything else is replaced. */
function mergePatch(original: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch
  const merged: Record<string, Json | undefined> = isObject(original) ? { ...original } : {}
  for (const [field, value] of Object.entries(patch as JsonObject))
    if (value === null || value === undefined) delete merged[field]
    else merged[field] = mergePatch(merged[field], value)
  return merged
}

/** RFC 6902, all or nothing. The API server does not report which operation failed. */
function jsonPatch(original: Json, patch: unknown): Json {
  if (!Array.isArray(patch) || !patch.every(isObject))
    throw badRequest('error decoding patch: json: cannot unmarshal into Go value of type jsonpatch.Patch')
  const target = structuredClone(original) as Json
  for (const operation of patch as unknown as Operation[]) {
    const done = attempt(target, operation) || leniently(target, operation)
    if (!done)
      throw new Refusal(422, 'Invalid', 'the server rejected our request due to an error in our request', {
        details: {},
      })
  }
  return target
}

/** The package throws on invalid pointers and unknown operations. */
function attempt(target: Json, operation: Operation): boolean {
  try {
    return applyPatch(target, [operation])[0] === null
  } catch {
    return false
  }
}

/**
 * Unlike RFC 6902, the server's library lets `replace` add a member to an object, and a test of null passes where the
 * object has no such member.
 */
function leniently(target: Json, operation: Operation): boolean {
  if (/\/\d+$/.test(operation.path)) return false
  if (operation.op === 'replace') return attempt(target, { ...operation, op: 'add' })
  // A copy that has the member, but only if it was not there.
  return (
    operation.op === 'test' &&
    operation.value === null &&
    !attempt(structuredClone(target), { op: 'remove', path: operation.path }) &&
    attempt(structuredClone(target), { op: 'add', path: operation.path, value: null })
  )
}
