import { formatDuration } from '../../quantity/duration.ts'
import { ageOfLastGate } from '../gates/gate.ts'
import { type ResolvedGates, resolveGates, type Wanted } from '../gates/resolve.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import { perRelease } from '../model/per-release.ts'
import { ageOf, ageOfLast, newest, type Release } from '../model/releases.ts'
import type { Position } from '../model/tree.ts'
import { configuration, knows, type Schema } from '../schema/schema.ts'
import { type Derivation, derivations } from './derived.ts'
import { defaultRowOf, defaultsOf } from './tables.ts'
import { asBool, asDuration, asFloat, asInt, asList, asMap, asText } from './values.ts'

/**
 * A document as the kubelet of a release uses it: with defaults, and without fields that the release does not know.
 * Paths are struct fields: `logging.options.json.splitStream`.
 */
export class Effective {
  readonly #release: Release
  readonly #document: ConfigDocument
  readonly #paths: (path: string) => PathInRelease
  /** By path: rules ask for the same defaults again and again. */
  readonly #derived = new Map<string, Lasting<Value | undefined>>()
  #gates: ResolvedGates | undefined
  /** Of a lasting answer: the age of the last release in which all is the same that was read for it so far. */
  #until: number | undefined

  constructor(document: ConfigDocument, release: Release) {
    this.#release = release
    this.#document = document
    this.#paths = pathsIn(release)
  }

  /**
   * An answer about the document, and how long it lasts: in newer releases, too, it is the same, until something differs
   * there that was read for it. All that a release says is read here.
   */
  lasting<T>(ask: () => T): Lasting<T> {
    const before = this.#until
    this.#until = ageOf(newest)
    const answer = ask()
    const until = this.#until
    this.#until = before === undefined ? undefined : Math.min(before, until)
    return { answer, since: ageOf(this.#release), until }
  }

  #lastsUntil(age: number): void {
    if (this.#until !== undefined && age < this.#until) this.#until = age
  }

  /** An answer that depends on more than `isAtLeast` says lasts for this release only. */
  get release(): Release {
    this.#lastsUntil(ageOf(this.#release))
    return this.#release
  }

  /** Whether the release is this one or a newer one. */
  isAtLeast(release: Release): boolean {
    const holds = ageOf(this.#release) >= ageOf(release)
    if (!holds) this.#lastsUntil(ageOf(release) - 1)
    return holds
  }

  get gates(): ResolvedGates {
    this.#lastsUntil(ageOf(this.#release))
    return this.resolved()
  }

  protected resolved(): ResolvedGates {
    this.#gates ??= resolveGates(this.#release, this.#wantedGates())
    return this.#gates
  }

  #wantedGates(): Wanted {
    const wanted = new Map<string, boolean>()
    for (const [name, on] of asMap(this.written('featureGates'))) wanted.set(name, asBool(on))
    return wanted
  }

  enabled(gate: string): boolean {
    const gates = this.resolved()
    // A gate that is not known may be taken for another one.
    if (gates.problems.length > 0) this.#lastsUntil(ageOf(this.#release))
    else if (this.#until !== undefined) this.#lastsUntil(ageOfLastGate(this.#release, gate))
    return gates.enabled(gate)
  }

  /** The value in the file, if Go can distinguish it from an absent one. */
  written(path: string): Value | undefined {
    const value = this.#found(this.#inRelease(path))
    return value?.unset ? undefined : value
  }

  /** A zero in the file that Go cannot distinguish from an absent value: the default replaces it. */
  writtenZero(path: string): Value | undefined {
    const value = this.#found(this.#inRelease(path))
    return value?.unset ? value : undefined
  }

  #found({ names }: PathInRelease): Value | undefined {
    let value: Value | undefined = names && this.#document
    for (let i = 0; value !== undefined && i < names!.length; i++)
      value = value.type === 'struct' ? value.fields.get(names![i]!) : undefined
    return value
  }

  /** The value that the kubelet uses; undefined when it is unset and has no default. */
  get(path: string): Value | undefined {
    const found = this.#inRelease(path)
    const derived = found.derive && this.#derivedDefault(path, found.derive)
    if (derived !== undefined) return derived
    const value = this.#found(found)
    return value === undefined || value.unset ? found.usual : value
  }

  #inRelease(path: string): PathInRelease {
    const found = this.#paths(path)
    if (this.#until !== undefined) this.#lastsUntil(found.ageOfLast)
    return found
  }

  #derivedDefault(path: string, derive: Derivation): Value | undefined {
    let known = this.#derived.get(path)
    if (known === undefined) {
      known = this.lasting(() => derive(this))
      this.#derived.set(path, known)
    }
    this.#lastsUntil(known.until)
    return known.answer
  }

  /** Whether there is a value, even a zero or empty one. For pointers, lists and maps. */
  has(path: string): boolean {
    return this.get(path) !== undefined
  }

  bool(path: string): boolean {
    return asBool(this.get(path))
  }

  int(path: string): bigint {
    return asInt(this.get(path))
  }

  float(path: string): number {
    return asFloat(this.get(path))
  }

  text(path: string): string {
    return asText(this.get(path))
  }

  /** Nanoseconds. */
  duration(path: string): bigint {
    return asDuration(this.get(path))
  }

  /** A duration for a message: as the file has it; a default as Go formats it. */
  durationText(path: string): string {
    const value = this.get(path)
    if (this.written(path) === undefined) return `${formatDuration(asDuration(value))} (default)`
    return value?.type === 'duration' && value.text !== undefined ? value.text : formatDuration(asDuration(value))
  }

  list(path: string): readonly Value[] {
    return asList(this.get(path))
  }

  map(path: string): ReadonlyMap<string, Value> {
    return asMap(this.get(path))
  }

  /** The place of a key of a map in the file. */
  keyIn(path: string, key: string): Position | undefined {
    const value = this.written(path)
    return value?.type === 'map' ? value.keys?.get(key) : undefined
  }
}

/** An answer, and the ages of the first and the last release that are known to have the same one. */
export interface Lasting<T> {
  readonly answer: T
  readonly since: number
  readonly until: number
}

/** What a release says about the path of a field. */
class PathInRelease {
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
const pathsIn = perRelease((release) => {
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
