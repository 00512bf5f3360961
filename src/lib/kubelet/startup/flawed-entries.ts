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
  const problems: Problem[] = []
  for (const [key, at] of config.map(field)) {
    const [unknown] = oneOf(what, key, keys)
    const flaw = unknown === undefined ? flawOf(asText(at)) : undefined
    if (unknown !== undefined) problems.push({ ...placeOfKey(config, field, key), ...unknown })
    if (flaw !== undefined)
      problems.push({ path: keyPath(field, key), at, subject: key, message: `${quote(asText(at))} ${flaw}` })
  }
  return problems
}
