import type { Finding } from '../config/finding.ts'
import { type Found, finding, type RuleId } from '../config/rules.ts'
import type { Position } from '../config/tree.ts'
import { maxDepth } from './limits.ts'

/** Ends the reading of a document, from whatever depth. Never leaves this folder. */
export class Unreadable extends Error {
  readonly finding: Finding

  constructor(rule: RuleId, at: Position, found: Found) {
    super(found.message)
    this.finding = finding(rule, at, found)
  }
}

export const tooDeep = (at: Position): Unreadable =>
  new Unreadable('READ-DEPTH', at, { message: `lists and mappings are nested deeper than ${maxDepth} levels` })
