import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { keyPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { oneOf } from '../rules/one-of.ts'
import { placeOfKey } from '../rules/place-in.ts'
import type { Problem } from '../rules/rule.ts'

interface Entries {
  /** The noun for a key in messages. */
  readonly what: string
  readonly keys: readonly string[]
  /** The fault of a value, as the end of a sentence. */
  flawOf(text: string): string | undefined
}

/** The problems of a map of strings, entry by entry. */
export function flawedEntries(config: Effective, field: string, { what, keys, flawOf }: Entries): readonly Problem[] {
  return [...config.map(field)].flatMap(([key, value]) => {
    const [unknown] = oneOf(what, key, keys)
    if (unknown !== undefined) return [{ ...placeOfKey(config, field, key), ...unknown }]
    const flaw = flawOf(asText(value))
    return flaw === undefined
      ? []
      : [{ path: keyPath(field, key), at: value, subject: key, message: `${quote(asText(value))} ${flaw}` }]
  })
}
