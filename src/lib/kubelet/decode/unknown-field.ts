import { fields } from '../data/fields.ts'
import { closest } from '../model/closest.ts'
import { here, ofRelease } from '../model/message.ts'
import { fieldPath } from '../model/path.ts'
import { perRelease } from '../model/per-release.ts'
import { after, compareReleases, newest, oldest, type Release } from '../model/releases.ts'
import { knows, type Schema, type SchemaOf } from '../schema/schema.ts'
import type { Found, RuleId } from './decode-rules.ts'

interface Surroundings {
  readonly schema: SchemaOf<'struct'>
  /** Path of the struct that has the key. */
  readonly path: string
  readonly release: Release
}

const byName = Map.groupBy(fields, ({ path }) => path.slice(path.lastIndexOf('.') + 1))

/** The finding about a key that a release ignores. */
export function unknownField(key: string, place: Surroundings): { rule: RuleId } & Found {
  const path = fieldPath(place.path, key)
  const { release, schema } = place
  const declared = schema.fields.get(key)
  if (declared !== undefined) return { rule: 'STRICT-UNKNOWN', path, ...otherRelease(release, declared) }
  const message = ofRelease`unknown field in ${here(release)}: the kubelet ignores it`
  const those = siblingsIn(schema, release)
  const spelling = those.bySpelling.get(key.toLowerCase())
  if (spelling !== undefined)
    return { rule: 'STRICT-CASE', path, message: 'wrong case: the kubelet ignores it', remedy: `write ${spelling}` }
  return {
    rule: 'STRICT-UNKNOWN',
    path,
    message,
    remedy: elsewhere(key, release) ?? similar(key, those),
  }
}

/** The fields of a struct that a release knows. */
interface Siblings {
  /** The spelling, by the same in lower case. */
  readonly bySpelling: ReadonlyMap<string, string>
  /** Those in lower case. */
  readonly byInitial: ReadonlyMap<string | undefined, readonly string[]>
}

const siblings = perRelease(() => new Map<SchemaOf<'struct'>, Siblings>())

function siblingsIn(schema: SchemaOf<'struct'>, release: Release): Siblings {
  const known = siblings(release)
  const before = known.get(schema)
  if (before !== undefined) return before
  const names = [...schema.fields].filter(([, field]) => knows(release, field)).map(([name]) => name)
  const bySpelling = new Map(names.map((name) => [name.toLowerCase(), name]))
  const made = { bySpelling, byInitial: Map.groupBy(bySpelling.keys(), ([initial]) => initial) }
  known.set(schema, made)
  return made
}

function otherRelease(release: Release, { since = oldest, until = newest }: Pick<Schema, 'since' | 'until'>): Found {
  const span = compareReleases(release, since) < 0 ? `added in ${since}` : `removed in ${after(until)}`
  return { message: ofRelease`unknown field in ${here(release)} (${span}): the kubelet ignores it` }
}

/** The same name in one or two other structs; more would be a guess. */
function elsewhere(key: string, release: Release): string | undefined {
  const places = (byName.get(key) ?? []).filter((field) => knows(release, field))
  if (places.length === 0 || places.length > 2) return undefined
  return `it belongs at ${places.map(({ path }) => path).join(' or ')}`
}

/** A typing error is at most one edit per four letters, at most two in all, rarely in the first letter; any case. */
function similar(key: string, { bySpelling, byInitial }: Siblings): string | undefined {
  const letters = key.toLowerCase()
  const maxDistance = Math.min(2, Math.floor(letters.length / 4))
  const best = closest(letters, byInitial.get(letters[0]) ?? [], maxDistance)
  return best === undefined ? undefined : `did you mean ${bySpelling.get(best)}?`
}
