import { inDoubleQuotes } from '../../quoting.ts'
import type { Value } from '../model/document.ts'
import { isSecret, notShown, redacted } from '../model/redact.ts'
import { compactObject } from './compact.ts'
import { scalarText } from './scalar-text.ts'

/** Plain text is shown without quotes. */
const isPlain = (text: string): boolean => /^[!-~](?:[ -~]*[!-~])?$/.test(text) || isPlainUnicode(text)
/** Apart, because such a literal takes time. */
const isPlainUnicode = (text: string): boolean =>
  /^[\p{L}\p{N}\p{P}\p{S}](?:[\p{L}\p{N}\p{P}\p{S} ]*[\p{L}\p{N}\p{P}\p{S}])?$/u.test(text)

/**
 * A value for people, on one line: scalars in canonical spelling, everything else as compact JSON. Secrets in it, and
 * fields that no release declares, are not shown.
 */
export function display(value: Value): string {
  if (value.type === 'list' || value.type === 'map' || value.type === 'struct') return compact(value)
  const text = scalarText(value)
  return isPlain(text) ? text : inDoubleQuotes(text)
}

function compact(value: Value): string {
  switch (value.type) {
    case 'list':
      return `[${value.items.map(compact).join(',')}]`
    case 'map':
      return compactObject([...value.entries].map(member))
    case 'struct':
      return compactObject([
        ...[...value.fields].map(member),
        ...[...value.unknown.keys()].map((name) => [name, inDoubleQuotes(notShown)] as const),
      ])
    case 'bool':
    case 'int':
    case 'float':
      return scalarText(value)
    case 'string':
    case 'duration':
    case 'time':
    case 'quantity':
      return inDoubleQuotes(scalarText(value))
  }
}

const member = ([key, value]: readonly [string, Value]): readonly [key: string, json: string] => [
  key,
  isSecret(key) ? inDoubleQuotes(redacted) : compact(value),
]
