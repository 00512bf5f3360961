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
