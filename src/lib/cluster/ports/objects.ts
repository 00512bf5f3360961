import type { ObjectBody, ObjectKind } from '../../api/object.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'

/** The few kinds of objects that `nodesize install` creates and deletes. */
export interface Objects {
  read(object: ObjectBody, limits: Limits): Promise<ObjectBody | undefined>
  /** Server-side apply with our field manager; returns the server's answer. */
  apply(object: ObjectBody, dryRun: DryRun, limits: Limits): Promise<ObjectBody>
  /** Deletes exactly this object (uid) and, in the background, its dependents. Succeeds if it does not exist. */
  remove(object: ObjectBody, dryRun: DryRun, limits: Limits): Promise<void>
  /** Every object of a kind, in one namespace or in all; in pages. */
  list(kind: ObjectKind, limits: Limits): Promise<readonly ObjectBody[]>
}
