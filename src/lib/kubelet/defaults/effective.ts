import { formatDuration } from '../../quantity/duration.ts'
import { type ResolvedGates, resolveGates, type Wanted } from '../gates/resolve.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import type { Release } from '../model/releases.ts'
import type { Position } from '../model/tree.ts'
import { configuration, knows, type Schema } from '../schema/schema.ts'
import { derivedDefault } from './derived.ts'
import { defaultsOf } from './tables.ts'
import { asBool, asDuration, asFloat, asInt, asList, asMap, asText } from './values.ts'

/**
 * A document as the kubelet of a release uses it: with defaults, and without fields that the release does not know.
 * Paths are struct fields: `logging.options.json.splitStream`.
 */
export class Effective {
  readonly release: Release
  readonly #document: ConfigDocument
  #gates: ResolvedGates | undefined

  constructor(document: ConfigDocument, release: Release) {
    this.release = release
    this.#document = document
  }

  get gates(): ResolvedGates {
    this.#gates ??= resolveGates(this.release, this.#wantedGates())
    return this.#gates
  }

  #wantedGates(): Wanted {
    return new Map([...asMap(this.written('featureGates'))].map(([name, on]) => [name, asBool(on)]))
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
    let value: Value | undefined = this.#document
    for (const { name, schema } of stepsTo(path))
      value = value?.type === 'struct' && knows(this.release, schema) ? value.fields.get(name) : undefined
    return value
  }

  /** The value that the kubelet uses; undefined when it is unset and has no default. */
  get(path: string): Value | undefined {
    return derivedDefault(this, path) ?? this.written(path) ?? defaultsOf(this.release).get(path)
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

interface Step {
  readonly name: string
  readonly schema: Schema
}

const steps = new Map<string, readonly Step[]>()

/** From the document down to a field. */
function stepsTo(path: string): readonly Step[] {
  const before = steps.get(path)
  if (before !== undefined) return before
  let schema: Schema | undefined = configuration
  const made = path.split('.').map((name) => {
    schema = schema?.type === 'struct' ? schema.fields.get(name) : undefined
    if (schema === undefined) throw new Error(`no field ${path}`)
    return { name, schema }
  })
  steps.set(path, made)
  return made
}
