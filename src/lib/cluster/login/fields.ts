import { Failure } from '../../message/failure.ts'
import { KubeconfigFieldInvalid, KubeconfigFieldMissing, type LoginFact } from './login-messages.ts'

type Expected = (LoginFact & { reason: 'KubeconfigFieldInvalid' })['expected']

/** A mapping of a kubeconfig, read field by field. A value of the wrong type is a Failure 'usage' with its place. */
export class KubeconfigFields {
  readonly #fields: Readonly<Record<string, unknown>>
  readonly #where: readonly string[]

  /** `where`: the path of the file, then the path of this mapping in it. */
  constructor(value: unknown, where: readonly string[]) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(where, undefined, 'mapping')
    this.#fields = value as Record<string, unknown>
    this.#where = where
  }

  value(key: string): unknown {
    return this.#fields[key] ?? undefined
  }

  /** undefined when absent or empty, which Kubernetes treats alike. */
  text(key: string): string | undefined {
    const value = this.value(key)
    if (value !== undefined && typeof value !== 'string') throw invalid(this.#where, key, 'text')
    return value === '' ? undefined : value
  }

  required(key: string): string {
    const text = this.text(key)
    if (text === undefined) throw new Failure('usage', KubeconfigFieldMissing({ where: this.#where, field: key }))
    return text
  }

  flag(key: string): boolean {
    const value = this.value(key) ?? false
    if (typeof value !== 'boolean') throw invalid(this.#where, key, 'boolean')
    return value
  }

  texts(key: string): string[] {
    const values = this.#array(key)
    if (!values.every((value) => typeof value === 'string')) throw invalid(this.#where, key, 'texts')
    return values
  }

  inner(key: string): KubeconfigFields | undefined {
    const value = this.value(key)
    return value === undefined ? undefined : new KubeconfigFields(value, [...this.#where, key])
  }

  list(key: string): KubeconfigFields[] {
    return this.#array(key).map((value, index) => new KubeconfigFields(value, [...this.#where, `${key}[${index}]`]))
  }

  /**
   * The entries of a list such as clusters: `{name, cluster: {…}}`, in reverse order, so that the first of each name
   * wins.
   */
  named(key: string, inner: string): [name: string, fields: KubeconfigFields][] {
    const entries = this.list(key).map((entry): [string, KubeconfigFields] => {
      const name = entry.required('name')
      return [name, new KubeconfigFields(entry.value(inner) ?? {}, [...this.#where, `${inner} '${name}'`])]
    })
    return entries.reverse()
  }

  #array(key: string): unknown[] {
    const value = this.value(key) ?? []
    if (!Array.isArray(value)) throw invalid(this.#where, key, 'list')
    return value
  }
}

const invalid = (where: readonly string[], field: string | undefined, expected: Expected): Failure =>
  new Failure('usage', KubeconfigFieldInvalid({ where, field, expected }))
