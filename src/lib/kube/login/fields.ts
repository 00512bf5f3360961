import { Failure } from '../../failure.ts'

/** A mapping of a kubeconfig, read by field; what has the wrong type is a Failure 'usage' that says where. */
export class Fields {
  readonly #fields: Readonly<Record<string, unknown>>
  readonly #where: string

  constructor(value: unknown, where: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Failure('usage', `${where} is not a mapping`)
    this.#fields = value as Record<string, unknown>
    this.#where = where
  }

  value(key: string): unknown {
    return this.#fields[key] ?? undefined
  }

  /** Undefined when absent or empty, which is the same for Kubernetes. */
  text(key: string): string | undefined {
    const value = this.value(key)
    if (value !== undefined && typeof value !== 'string') throw this.#wrong(key, 'text')
    return value === '' ? undefined : value
  }

  required(key: string): string {
    const text = this.text(key)
    if (text === undefined) throw new Failure('usage', `${this.#where}: ${key} is missing`)
    return text
  }

  flag(key: string): boolean {
    const value = this.value(key) ?? false
    if (typeof value !== 'boolean') throw this.#wrong(key, 'true or false')
    return value
  }

  texts(key: string): string[] {
    const values = this.#array(key)
    if (!values.every((value) => typeof value === 'string')) throw this.#wrong(key, 'a list of texts')
    return values
  }

  inner(key: string): Fields | undefined {
    const value = this.value(key)
    return value === undefined ? undefined : new Fields(value, `${this.#where}: ${key}`)
  }

  list(key: string): Fields[] {
    return this.#array(key).map((value, index) => new Fields(value, `${this.#where}: ${key}[${index}]`))
  }

  /** The entries of a list such as clusters: `{name, cluster: {…}}`, the first of each name last. */
  named(key: string, inner: string): [name: string, fields: Fields][] {
    const entries = this.list(key).map((entry): [string, Fields] => {
      const name = entry.required('name')
      return [name, new Fields(entry.value(inner) ?? {}, `${this.#where}: ${inner} '${name}'`)]
    })
    return entries.reverse()
  }

  #array(key: string): unknown[] {
    const value = this.value(key) ?? []
    if (!Array.isArray(value)) throw this.#wrong(key, 'a list')
    return value
  }

  #wrong(key: string, wanted: string): Failure {
    return new Failure('usage', `${this.#where}: ${key} is not ${wanted}`)
  }
}
