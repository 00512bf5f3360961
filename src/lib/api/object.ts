/** Any object, as JSON. */
export interface ObjectBody {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid?: string
    readonly resourceVersion?: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly [field: string]: unknown
}

/** A kind of objects, in a namespace or cluster-scoped. */
export interface ObjectKind {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string | undefined
}

/**
 * Whether a version is older than another one of the same cluster. Versions are numbers that only grow, unless etcd was
 * restored from a backup. false: a server has other versions, which say nothing.
 */
export const isOlder = (version: string, than: string): boolean =>
  isNumber(version) && isNumber(than) && BigInt(version) < BigInt(than)

const isNumber = (text: string): boolean => /^\d{1,30}$/.test(text)

/** The JSON form of a type of client-node: times are RFC 3339 strings, not Date. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T
