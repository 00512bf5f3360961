import type { User } from '../../interface/request.ts'
import type { Api } from './api.ts'
import type { KubeObject } from './object.ts'
import type { FieldProblem, Subject } from './refusal.ts'

/** A requested write, before it is stored. */
export interface Write {
  readonly api: Api
  readonly user: User
  /** Undefined for a new object. */
  readonly previous: KubeObject | undefined
  readonly subresource: string | undefined
  readonly subject: Subject
}

/** Rules of one kind. Steps that return an object return the complete object. */
export interface Strategy {
  /** Sets defaults and canonicalizes quantities. */
  defaults(object: KubeObject): KubeObject
  /** The new object with its initial status. */
  initialize(object: KubeObject): KubeObject
  /** Silently restores fields that a write cannot change. */
  restore(object: KubeObject, write: Write & { previous: KubeObject }): KubeObject
  /** Mutating admission. Throws Refusal. */
  mutate(object: KubeObject, write: Write): KubeObject
  validate(object: KubeObject, write: Write): readonly FieldProblem[]
  /** Validating admission. Throws Refusal. */
  admit(object: KubeObject, write: Write): void
}
