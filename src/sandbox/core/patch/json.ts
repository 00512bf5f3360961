import { applyPatch, type Operation } from 'rfc6902'
import { isObject, type Json } from '../model/object.ts'
import { badRequest, Refusal } from '../model/refusal.ts'

/** RFC 6902, all or nothing. The API server does not report which operation failed. */
export function jsonPatch(original: Json, patch: unknown): Json {
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
