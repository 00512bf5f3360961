import { formatDuration } from '../../quantity/duration.ts'
import { type ResolvedGates, resolveGates, type Wanted } from '../gates/resolve.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import { perRelease } from '../model/per-release.ts'
import type { Release } from '../model/releases.ts'
import type { Position } from '../model/tree.ts'
import { configuration, knows, type Schema } from '../schema/schema.ts'
import { type Derivation, derivations } from './derived.ts'
import { defaultsOf } from './tables.ts'
import { asBool, asDuration, asFloat, asInt, asList, asMap, asText } from './values.ts'

/**
 * A document as the kubelet of a release uses it: with defaults, and without fields that the release does not know.
 * Paths are struct fields: `logging.options.json.splitStream`.
 */
export class Effective {
  readonly release: Release
  readonly #document: ConfigDocument
  readonly #fields: Map<string, Field>
  /** By path: rules ask for the same defaults again and again. */
  readonly #derived = new Map<string, Value | undefined>()
  #gates: ResolvedGates | undefined

  constructor(document: ConfigDocument, release: Release) {
    this.release = release
    this.#document = document
    this.#fields = fieldsOf(release)
  }

  get gates(): ResolvedGates {
    this.#gates ??= resolveGates(this.release, this.#wantedGates())
    return this.#gates
  }

  #wantedGates(): Wanted {
    const wanted = new Map<string, boolean>()
    for (const [name, on] of asMap(this.written('featureGates'))) wanted.set(name, asBool(on))
    return wanted
  }

  enabled(gate: string): boolean {
    return this.gates.enabled(gate)
  }

  /** The value in the file, if Go can distinguish it from an absent one. */
  written(path: string): Value | undefined {
    const value = this.#found(path)
    return value?.unset ? undefined : value
  }

  /** A zero in the file that Go cannot distinguish from an absent value: the default replaces it. */
  writtenZero(path: string): Value | undefined {
    const value = this.#found(path)
    return value?.unset ? value : undefined
  }

  #found(path: string): Value | undefined {
    const { names } = this.#field(path)
    let value: Value | undefined = names && this.#document
    for (let i = 0; value !== undefined && i < names!.length; i++)
      value = value.type === 'struct' ? value.fields.get(names![i]!) : undefined
    return value
  }

  /** The value that the kubelet uses; undefined when it is unset and has no default. */
  get(path: string): Value | undefined {
    const { derive, usual } = this.#field(path)
    return (derive && this.#derivedDefault(path, derive)) ?? this.written(path) ?? usual
  }

  #field(path: string): Field {
    const known = this.#fields.get(path)
    if (known !== undefined) return known
    const field = {
      names: namesOf(path, this.release),
      derive: derivations.get(path),
      usual: defaultsOf(this.release).get(path),
    }
    this.#fields.set(path, field)
    return field
  }

  #derivedDefault(path: string, derive: Derivation): Value | undefined {
    if (!this.#derived.has(path)) this.#derived.set(path, derive(this))
    return this.#derived.get(path)
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

/** What a release says about a path. */
interface Field {
  /** From the document down to the field; undefined: the release does not know all of them. */
  readonly names: readonly string[] | undefined
  readonly derive: Derivation | undefined
  /** The default that depends on nothing else. */
  readonly usual: Value | undefined
}

const fieldsOf = perRelease(() => new Map<string, Field>())

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
