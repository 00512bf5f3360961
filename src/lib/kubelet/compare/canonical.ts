import type { Struct, Value } from '../model/document.ts'
import { compactNumber, compactObject, compactTree } from './compact.ts'

/**
 * JSON that is equal for equal meaning: keys by code point, no spaces, durations and times in nanoseconds, quantities
 * in billionths, and without values that Go cannot distinguish from absent ones.
 */
export function canonical(value: Value): string {
  switch (value.type) {
    case 'bool':
    case 'int':
    case 'duration':
    case 'time':
      return `${value.value}`
    case 'float':
      return compactNumber(`${value.value}`)
    case 'string':
      return JSON.stringify(value.value)
    case 'quantity':
      return `"${value.value.nanos}n"`
    case 'list':
      return `[${value.items.map(canonical).join(',')}]`
    case 'map':
      return compactObject([...value.entries].map(([key, entry]) => [key, canonical(entry)] as const))
    case 'struct':
      return struct(value)
  }
}

function struct({ fields, unknown }: Struct): string {
  const given = [...fields].filter(([, field]) => !field.unset)
  const declared = given.map(([name, field]) => [name, canonical(field)] as const)
  return compactObject([...declared, ...[...unknown].map(([name, tree]) => [name, compactTree(tree)] as const)])
}
