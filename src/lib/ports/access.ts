import type { ObjectKind } from '../api/object.ts'
import type { Limits } from './limits.ts'

/** Who we are, what we may do, and what the server can do. */
export interface Access {
  /** SelfSubjectReview: the user name the server knows us by. */
  whoAmI(limits: Limits): Promise<string>
  /** SelfSubjectAccessReview. */
  may(verb: string, kind: ObjectKind, limits: Limits): Promise<boolean>
  /** gitVersion of the server, such as v1.36.3. */
  serverVersion(limits: Limits): Promise<string>
  /** Does discovery of the core group list this resource, for example `pods/resize`? */
  serves(coreResource: string, limits: Limits): Promise<boolean>
}
