import { type Found, finding, type RuleId } from '../../kubelet/decode/decode-rules.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Position } from '../../kubelet/model/tree.ts'
import { maxDepth } from './limits.ts'

/**
 * Thrown to end the reading of a document, from whatever depth. Never leaves this folder. It is no Error: nobody sees its
 * stack trace, and hundreds of thousands of empty documents would spend most of their time on taking them.
 */
export class Unreadable {
  readonly finding: Finding

  constructor(rule: RuleId, at: Position, found: Found) {
    this.finding = finding(rule, at, found)
  }
}

/** What has ended the reading of a document, as its outcome; anything else is a bug and goes on. */
export function asReading(error: unknown): Reading {
  if (error instanceof Unreadable) return { outcome: 'unreadable', findings: [error.finding] }
  throw error
}

export const tooDeep = (at: Position): Unreadable =>
  new Unreadable('READ-DEPTH', at, { message: `lists and mappings are nested deeper than ${maxDepth} levels` })
