type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads the fields of JSON that anybody may have written. What is missing or has another type is noted as a flaw, and the
 * value returned for it has no meaning. Fields that nobody reads are ignored: a newer version may have added them.
 */
export class JsonFields {
  readonly #json: Json
  readonly #path: string
  readonly #flaws: string[]

  constructor(json: Json, path: string, flaws: string[]) {
    this.#json = json
    this.#path = path
    this.#flaws = flaws
  }

  text(name: string, longest: number): string {
    const value = this.#value(name)
    return typeof value === 'string' && value.length <= longest ? value : this.#flaw(name, '')
  }

  /** RFC 3339. */
  time(name: string): string {
    const value = this.text(name, 40)
    return value === '' || !Number.isNaN(Date.parse(value)) ? value : this.#flaw(name, '')
  }

  oneOf<T extends string>(name: string, values: readonly [T, ...T[]]): T {
    return values.find((value) => value === this.#value(name)) ?? this.#flaw(name, values[0])
  }

  flag(name: string): boolean {
    const value = this.#value(name) ?? false
    return typeof value === 'boolean' ? value : this.#flaw(name, false)
  }

  count(name: string): number {
    const value = this.#value(name)
    return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : this.#flaw(name, 0)
  }

  /** Absent is empty. */
  texts(name: string, { items, length }: { items: number; length: number }): readonly string[] {
    const value = this.#value(name) ?? []
    return Array.isArray(value) && value.length <= items && value.every((item) => isText(item, length))
      ? value
      : this.#flaw(name, [])
  }

  /** Absent and null are undefined. */
  optional<T>(name: string, read: (name: string) => T): T | undefined {
    return (this.#value(name) ?? undefined) === undefined ? undefined : read(name)
  }

  object<T>(name: string, read: (fields: JsonFields) => T): T | undefined {
    const value = this.#value(name)
    if (isObject(value)) return read(new JsonFields(value, `${this.#path}${name}.`, this.#flaws))
    return this.#flaw(name, undefined)
  }

  /** Absent is empty. */
  objects<T>(name: string, items: number, read: (fields: JsonFields) => T): readonly T[] {
    const value = this.#value(name) ?? []
    if (!Array.isArray(value) || value.length > items || !value.every(isObject)) return this.#flaw(name, [])
    return value.map((item, i) => read(new JsonFields(item, `${this.#path}${name}[${i}].`, this.#flaws)))
  }

  /** The names of the fields of this object. */
  names(): readonly string[] {
    return Object.keys(this.#json)
  }

  #value(name: string): unknown {
    return Object.hasOwn(this.#json, name) ? this.#json[name] : undefined
  }

  #flaw<T>(name: string, instead: T): T {
    this.#flaws.push(`${this.#path}${name}`)
    return instead
  }
}

const isText = (value: unknown, longest: number): boolean => typeof value === 'string' && value.length <= longest
