import type { ObjectKind } from '../../api/object.ts'
import type { Limits } from '../../ports/limits.ts'

/** What a right is limited to. */
export interface Part {
  readonly subresource?: string
  /** Of the only object. */
  readonly named?: string
}

/** Identity and permissions of the user, and features of the server. */
export interface Access {
  /** SelfSubjectReview: the user name that the server authenticates. */
  whoAmI(limits: Limits): Promise<string>
  /** SelfSubjectAccessReview. */
  may(verb: string, kind: ObjectKind & Part, limits: Limits): Promise<boolean>
  /** gitVersion of the server, such as v1.36.3. */
  serverVersion(limits: Limits): Promise<string>
  /** Whether discovery of the core group lists this resource, for example `pods/resize`. */
  serves(coreResource: string, limits: Limits): Promise<boolean>
  /** The API groups that the server has, such as `apps`, by discovery. */
  groups(limits: Limits): Promise<readonly string[]>
  /**
   * The feature gates that the server reports in its metrics, and whether they are on. One try. Failure 'refused' without
   * the right to get /metrics, or when it is not served.
   */
  featureGates(limits: Limits): Promise<ReadonlyMap<string, boolean>>
}
