import { isObject, type Json } from '../model/object.ts'

/** A value as Go's %v prints it. */
export function goText(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`
  if (!isObject(value)) return value === null ? '<nil>' : String(value)
  const fields = Object.keys(value).sort()
  return `map[${fields.map((field) => `${field}:${goText(value[field])}`).join(' ')}]`
}
