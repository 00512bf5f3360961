import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { keyPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { oneOf } from '../rules/one-of.ts'
import type { Problem } from '../rules/rule.ts'

interface Entries {
  /** What a key is, for the message. */
  readonly what: string
  readonly keys: readonly string[]
  /** What is wrong with a value, as the end of a sentence about it. */
  flawOf(text: string): string | undefined
}

/** What is wrong with a map of texts, entry by entry. */
export function flawedEntries(config: Effective, field: string, { what, keys, flawOf }: Entries): readonly Problem[] {
  return [...config.map(field)].flatMap(([key, value]) => {
    const place = { path: keyPath(field, key), at: value }
    const [unknown] = oneOf(what, key, keys)
    if (unknown !== undefined) return [{ ...place, ...unknown }]
    const flaw = flawOf(asText(value))
    return flaw === undefined ? [] : [{ ...place, subject: key, message: `${quote(asText(value))} ${flaw}` }]
  })
}
