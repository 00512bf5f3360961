import type { Effective } from '../defaults/effective.ts'
import type { Problem, Rule } from '../rules/rule.ts'

/**
 * What a kubelet accepts and its node suffers from. The document must have a value that causes it: defaults alone never
 * do.
 */
export interface Hazard extends Rule {
  /** Absent: the host decides, and all problems are 'info'. */
  readonly severity?: 'warning'
  /** What happens then, in one sentence. */
  readonly harm: string
  /** What to do about it, when a problem has no remedy of its own. */
  readonly remedy: string
}

/** A problem with a value that the document has: at the value, with the field as its subject. */
export function problemAt(config: Effective, path: string, message: string): Problem {
  const at = config.written(path)
  return { path, ...(at !== undefined && { at }), subject: path, message }
}
