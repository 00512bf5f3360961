import { type Found, finding, type RuleId } from '../../kubelet/decode/decode-rules.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Position } from '../../kubelet/model/tree.ts'
import { maxDepth } from './limits.ts'

/**
 * Thrown to stop reading a document, from any depth. Never leaves this folder. Not an Error: its stack trace is never
 * used, and taking hundreds of thousands of them for empty documents would take most of the time.
 */
export class Unreadable {
  readonly finding: Finding

  constructor(rule: RuleId, at: Position, found: Found) {
    this.finding = finding(rule, at, found)
  }
}

/** The outcome of an error that stopped the reading of a document. Any other error is thrown. */
export function asReading(error: unknown): Reading {
  if (error instanceof Unreadable) return { outcome: 'unreadable', findings: [error.finding] }
  throw error
}

export const tooDeep = (at: Position): Unreadable =>
  new Unreadable('READ-DEPTH', at, { message: `lists and mappings are nested deeper than ${maxDepth} levels` })
