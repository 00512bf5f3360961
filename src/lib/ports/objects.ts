import type { ObjectBody, ObjectKind } from '../api/object.ts'
import type { DryRun, Limits } from './limits.ts'

/** The few objects that `nodesize install` makes and removes. */
export interface Objects {
  read(object: ObjectBody, limits: Limits): Promise<ObjectBody | undefined>
  /** Server-side apply with our field manager; the server's answer. */
  apply(object: ObjectBody, dryRun: DryRun, limits: Limits): Promise<ObjectBody>
  /** Deletes this very object (uid) and, in the background, what it owns. Absent already: fine. */
  remove(object: ObjectBody, dryRun: DryRun, limits: Limits): Promise<void>
  /** Every object of a kind, in one namespace or in all; in pages. */
  list(kind: ObjectKind, limits: Limits): Promise<readonly ObjectBody[]>
}
