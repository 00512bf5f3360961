import type { ConfigDocument, Value } from '../model/document.ts'

/** The value at the end of a path of names: fields, and keys of maps. */
export function valueAt(document: ConfigDocument, names: readonly string[]): Value | undefined {
  return names.reduce<Value | undefined>((value, name) => {
    if (value?.type === 'struct') return value.fields.get(name)
    return value?.type === 'map' ? value.entries.get(name) : undefined
  }, document)
}

/** The same document with a value at the end of a path; undefined removes it. */
export function withValueAt(
  document: ConfigDocument,
  names: readonly string[],
  value: Value | undefined,
): ConfigDocument {
  return placed(document, names, value) as ConfigDocument
}

function placed(inside: Value, [name, ...rest]: readonly string[], value: Value | undefined): Value {
  if (name === undefined) return inside
  const members = new Map(inside.type === 'struct' ? inside.fields : inside.type === 'map' ? inside.entries : [])
  const next = rest.length === 0 ? value : placed(members.get(name) ?? emptyFor(inside, name, value), rest, value)
  if (next === undefined) members.delete(name)
  else members.set(name, next)
  return inside.type === 'map' ? { ...inside, entries: members } : { ...(inside as ConfigDocument), fields: members }
}

/** featureGates is the only map whose entries are placed one by one. */
function emptyFor(_inside: Value, name: string, value: Value | undefined): Value {
  const { line, column } = value ?? { line: 0, column: 0 }
  if (name === 'featureGates') return { type: 'map', entries: new Map(), line, column }
  return { type: 'struct', fields: new Map(), unknown: new Map(), line, column }
}
