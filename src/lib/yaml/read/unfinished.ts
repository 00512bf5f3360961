import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Source } from './text.ts'
import { asReading, Unreadable } from './unreadable.ts'

/** Conflict markers of git. */
const conflict = /^(?:[<>|]{7}(?: .*)?|={7})\r?$/m
/** Statements and values of the templates of Go, Helm and Jinja. In quotes they would be text. */
const template = /^[ \t]*(?:- +)?(?:[\w.-]{1,100}: +)?(?:\{\{|\{%)/m

/** The same reading, with the reason when the text is a template or has unresolved conflicts. */
export function unfinished(reading: Reading, { text, locate }: Source): Reading {
  if (reading.outcome !== 'unreadable' || !reading.findings.some(isSyntax)) return reading
  const marks = conflict.exec(text)
  if (marks !== null) {
    const message = 'unresolved merge conflict'
    const remedy = 'resolve it, and remove the conflict markers'
    return asReading(new Unreadable('READ-SYNTAX', locate(marks.index), { message, remedy }))
  }
  if (!template.test(text)) return reading
  const findings = reading.findings.map((one) => ({ remedy: 'render the template first', ...one }))
  return { ...reading, findings }
}

const isSyntax = ({ rule }: Finding): boolean => rule === 'READ-SYNTAX'
