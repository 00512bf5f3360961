import type { User } from '../../interface/request.ts'
import type { Api } from './api.ts'
import type { KubeObject } from './object.ts'
import type { FieldProblem, Subject } from './refusal.ts'

/** A write that is on its way. */
export interface Wish {
  readonly api: Api
  readonly user: User
  /** Undefined for a new object. */
  readonly previous: KubeObject | undefined
  readonly subresource: string | undefined
  readonly subject: Subject
}

/** What is special about one kind. Every step gets a whole object and gives one. */
export interface Strategy {
  /** Fills in what was left out and spells quantities as Kubernetes does. */
  defaults(object: KubeObject): KubeObject
  /** Status of a new object. */
  newborn(object: KubeObject): KubeObject
  /** What may not change keeps its old value, silently. */
  restore(object: KubeObject, wish: Wish & { previous: KubeObject }): KubeObject
  /** Admission that changes the object. May refuse. */
  mutate(object: KubeObject, wish: Wish): KubeObject
  validate(object: KubeObject, wish: Wish): readonly FieldProblem[]
  /** Admission that only looks. May refuse. */
  admit(object: KubeObject, wish: Wish): void
}
