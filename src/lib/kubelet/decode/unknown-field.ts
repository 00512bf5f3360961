import { fields } from '../data/fields.ts'
import { closest } from '../model/closest.ts'
import { here, ofRelease } from '../model/message.ts'
import { fieldPath } from '../model/path.ts'
import { perRelease } from '../model/per-release.ts'
import { after, compareReleases, newest, oldest, type Release } from '../model/releases.ts'
import { configuration, knows, type Schema, type SchemaOf } from '../schema/schema.ts'
import type { Found, RuleId } from './decode-rules.ts'
import { flagLists, flagRemedy, formerFields, otherNames } from './other-names.ts'

interface Surroundings {
  readonly schema: SchemaOf<'struct'>
  /** Path of the struct that has the key. */
  readonly path: string
  readonly release: Release
  /** Whether the document has a field, by its path; absent: there is no document. */
  readonly isPresent?: (path: string) => boolean
}

const nothing = (): boolean => false

const byName = Map.groupBy(fields, ({ path }) => path.slice(path.lastIndexOf('.') + 1))

/** The finding about a key that a release ignores. */
export function unknownField(key: string, place: Surroundings): { rule: RuleId } & Found {
  const path = fieldPath(place.path, key)
  const { release, schema } = place
  const declared = schema.fields.get(key)
  if (declared !== undefined) return { rule: 'STRICT-UNKNOWN', path, ...otherRelease(release, declared) }
  const { isPresent = nothing } = place
  const those = siblingsIn(schema, release)
  const spelling = those.bySpelling.get(key.toLowerCase())
  if (spelling !== undefined) {
    const remedy = isPresent(fieldPath(place.path, spelling)) ? `remove it: ${spelling} is set` : `write ${spelling}`
    return { rule: 'STRICT-CASE', path, message: 'wrong case: the kubelet ignores it', remedy }
  }
  const removedIn = formerFields.get(path)
  return {
    rule: 'STRICT-UNKNOWN',
    path,
    message:
      removedIn === undefined
        ? ofRelease`unknown field in ${here(release)}: the kubelet ignores it`
        : ofRelease`unknown field in ${here(release)} (removed in ${removedIn}): the kubelet ignores it`,
    remedy: named(key, place) ?? elsewhere(key, place) ?? similar(key, { ...place, those }),
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

/** What is known about a name that no field has. */
function named(key: string, { path, release, isPresent }: Surroundings): string | undefined {
  const letters = key.replaceAll(/[^\w.]/g, '')
  if (letters !== key && configuration.fields.has(letters)) return `write ${letters}, without spaces`
  if (path !== '') return undefined
  const name = letters.toLowerCase()
  if (flagLists.has(name)) return 'flags are not read from the file: convert them with kubeletcfg migrate'
  const field = otherNames.get(name)
  if (field === undefined || !isKnown(field, release)) return flagRemedy(key)
  // Without a document, the flag that has the name says more.
  if (isPresent === undefined) return undefined
  return isPresent(field) ? `remove it: ${field} is set` : `did you mean ${field}?`
}

const isKnown = (path: string, release: Release): boolean =>
  fields.some((field) => field.path === path && knows(release, field))

/** The same name in one or two other structs; more would be a guess. */
function elsewhere(key: string, { release, isPresent = nothing }: Surroundings): string | undefined {
  const places = (byName.get(key) ?? []).filter((field) => knows(release, field))
  if (places.length === 0 || places.length > 2) return undefined
  const free = places.filter(({ path }) => !isPresent(path))
  if (free.length === 0)
    return `remove it: ${places.map(({ path }) => path).join(' and ')} ${places.length === 1 ? 'is' : 'are'} set`
  return `it belongs at ${free.map(({ path }) => path).join(' or ')}`
}

/**
 * A typing error is at most one edit per four letters, at most two in all, rarely in the first letter; any case. A field
 * that the document has was not meant.
 */
function similar(
  key: string,
  { path, those, isPresent = nothing }: Surroundings & { those: Siblings },
): string | undefined {
  const letters = key.toLowerCase()
  const maxDistance = Math.min(2, Math.floor(letters.length / 4))
  let names = those.byInitial.get(letters[0]) ?? []
  for (;;) {
    const best = closest(letters, names, maxDistance)
    const spelling = best && those.bySpelling.get(best)!
    if (spelling === undefined || !isPresent(fieldPath(path, spelling))) return spelling && `did you mean ${spelling}?`
    names = names.filter((name) => name !== best)
  }
}
