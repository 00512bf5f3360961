import type { Body } from '../../interface/request.ts'
import type { Call } from '../model/api.ts'
import { isObject, type Json, type KubeObject } from '../model/object.ts'
import { badRequest, notImplemented, unsupportedMediaType } from '../model/refusal.ts'
import { contentTypeOf, parseJson } from '../request/body.ts'
import { goText } from './go-text.ts'
import { jsonPatch } from './json.ts'
import { mergePatch } from './merge.ts'
import { strategicMerge } from './strategic.ts'

export const applyType = 'application/apply-patch+yaml'

/** A patched object, and the text that the API server quotes when it cannot decode the result. */
export interface Patched {
  readonly object: KubeObject
  readonly quoted: () => string
}

type Patch = (original: Json, body: Body | undefined) => { result: Json; quoted: () => string }

const types: Readonly<Record<string, Patch>> = {
  'application/json-patch+json': (original, body) => {
    const result = jsonPatch(original, parseJson(body, 'error decoding patch: '))
    return { result, quoted: () => JSON.stringify(result) }
  },
  'application/merge-patch+json': (original, body) => {
    const result = mergePatch(original, objectIn(body))
    return { result, quoted: () => JSON.stringify(result) }
  },
  'application/strategic-merge-patch+json': (original, body) => {
    const patch = objectIn(body)
    return { result: strategicMerge(original, patch), quoted: () => goText(patch) }
  },
}

/** Applies a JSON patch, merge patch or strategic merge patch. Throws Refusal for a patch of another type at once. */
export function patcherOf({ headers, body }: Call): (original: KubeObject) => Patched {
  const type = contentTypeOf(headers)
  if (type === 'application/apply-patch+cbor') throw notImplemented(`patches of type ${type}`)
  const patch = types[type]
  if (patch === undefined) throw unsupportedMediaType()
  return (original) => {
    const { result, quoted } = patch(original as unknown as Json, body)
    if (!isObject(result) || !isObject(result['metadata'])) throw badRequest('the patched value is not an object')
    return { object: result as unknown as KubeObject, quoted }
  }
}

function objectIn(body: Body | undefined): Json {
  const patch = parseJson(body)
  if (!isObject(patch))
    throw badRequest('json: cannot unmarshal the patch into Go value of type map[string]interface {}')
  return patch
}
