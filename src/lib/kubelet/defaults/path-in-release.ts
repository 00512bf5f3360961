import type { Value } from '../model/document.ts'
import { perRelease } from '../model/per-release.ts'
import { ageOfLast, type Release } from '../model/releases.ts'
import { configuration, knows, type Schema } from '../schema/schema.ts'
import { type Derivation, derivations } from './derived.ts'
import { defaultRowOf, defaultsOf } from './tables.ts'

/** What a release says about the path of a field. */
export class PathInRelease {
  /** From the document down to the field; undefined: the release does not know all of them. */
  readonly names: readonly string[] | undefined
  readonly derive: Derivation | undefined
  /** The default that depends on nothing else. */
  readonly usual: Value | undefined
  readonly #path: string
  readonly #release: Release
  #ageOfLast: number | undefined

  constructor(path: string, release: Release) {
    this.names = namesOf(path, release)
    this.derive = derivations.get(path)
    this.usual = defaultsOf(release).get(path)
    this.#path = path
    this.#release = release
  }

  /** The age of the last release, from this one on, that says the same. */
  get ageOfLast(): number {
    this.#ageOfLast ??= ageOfLast(this.#release, (later) => isSame(this.#path, this.#release, later))
    return this.#ageOfLast
  }
}

/** What a release says about paths, such as `logging.options.json.splitStream`. */
export const pathsIn = perRelease((release) => {
  const known = new Map<string, PathInRelease>()
  return (path: string): PathInRelease => {
    const before = known.get(path)
    if (before !== undefined) return before
    const found = new PathInRelease(path, release)
    known.set(path, found)
    return found
  }
})

const isSame = (path: string, one: Release, other: Release): boolean =>
  (namesOf(path, one) === undefined) === (namesOf(path, other) === undefined) &&
  defaultRowOf(path, one) === defaultRowOf(path, other)

function namesOf(path: string, release: Release): readonly string[] | undefined {
  const names = path.split('.')
  let [schema, isKnown]: [Schema | undefined, boolean] = [configuration, true]
  for (const name of names) {
    schema = schema?.type === 'struct' ? schema.fields.get(name) : undefined
    if (schema === undefined) throw new Error(`no field ${path}`)
    isKnown &&= knows(release, schema)
  }
  return isKnown ? names : undefined
}
