import type { Body } from '../../interface/request.ts'
import { type Call, otherWordsSince, type Release } from '../model/api.ts'
import { isObject, type Json, type KubeObject } from '../model/object.ts'
import { badRequest, notImplemented, unsupportedMediaType } from '../model/refusal.ts'
import { contentTypeOf, parseJson, textOf } from '../request/body.ts'
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
    return JSON.parse(textOf(body))
  } catch (error) {
    throw error instanceof SyntaxError ? badRequest('invalid JSON patch') : error
  }
}

function asObject(patch: unknown): Json {
  if (!isObject(patch))
    throw badRequest('json: cannot unmarshal the patch into Go value of type map[string]interface {}')
  return patch
}
