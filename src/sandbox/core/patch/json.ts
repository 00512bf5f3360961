import { applyPatch, type Operation } from 'rfc6902'
import { isObject, type Json } from '../model/object.ts'
import { badRequest, Refusal } from '../model/refusal.ts'

/** RFC 6902, all or nothing. The API server does not report which operation failed. */
export function jsonPatch(original: Json, patch: unknown): Json {
  if (!Array.isArray(patch) || !patch.every(isObject))
    throw badRequest('error decoding patch: json: cannot unmarshal into Go value of type jsonpatch.Patch')
  const target = structuredClone(original) as Json
  for (const operation of patch as unknown as Operation[]) {
    const done = attempt(target, operation) || (operation.op === 'replace' && addMember(target, operation))
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

/** Unlike RFC 6902, the server's library lets `replace` add a member to an object. */
const addMember = (target: Json, operation: Operation): boolean =>
  !/\/\d+$/.test(operation.path) && attempt(target, { ...operation, op: 'add' } as Operation)
