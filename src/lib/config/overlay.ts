import type { Value } from './document.ts'

type StructValue = Extract<Value, { type: 'struct' }>

/** What Go's JSON makes of a duplicate key: structs and maps grow together, all else is replaced. */
export function overlay(before: Value, after: Value): Value {
  if (before.type === 'struct' && after.type === 'struct') return overlayStruct(before, after)
  if (before.type !== 'map' || after.type !== 'map') return after
  return { ...after, entries: new Map([...before.entries, ...after.entries]) }
}

function overlayStruct(before: StructValue, { unset, ...after }: StructValue): Value {
  const fields = new Map(before.fields)
  for (const [name, value] of after.fields) {
    const previous = fields.get(name)
    fields.set(name, previous === undefined ? value : overlay(previous, value))
  }
  const unknown = new Map([...before.unknown, ...after.unknown])
  return { ...after, fields, unknown, ...(before.unset && unset && { unset }) }
}
