import { isObject, type Json, type JsonObject } from '../model/object.ts'

/** RFC 7386: null removes a field, objects are merged, everything else is replaced. */
export function mergePatch(original: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch
  const merged: Record<string, Json | undefined> = isObject(original) ? { ...original } : {}
  for (const [field, value] of Object.entries(patch as JsonObject))
    if (value === null || value === undefined) delete merged[field]
    else merged[field] = mergePatch(merged[field], value)
  return merged
}
