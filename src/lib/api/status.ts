/** The answer of an API server that is not an object (meta/v1 Status). */
export interface Status {
  readonly kind: string
  /** Such as Forbidden, Conflict, Invalid. */
  readonly reason?: string
  readonly message?: string
  readonly code?: number
  readonly details?: {
    readonly name?: string
    /** Kind of the resource or of the object; servers send either. */
    readonly kind?: string
    readonly causes?: readonly StatusCause[]
    readonly retryAfterSeconds?: number
  }
}

/** One of the reasons why a request is refused. */
export interface StatusCause {
  /** Such as FieldValueInvalid, NodeCapacity. */
  readonly reason?: string
  readonly message?: string
  /** Path in the object, such as spec.containers[0].resources. */
  readonly field?: string
}
