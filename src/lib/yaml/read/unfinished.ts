import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Source } from './text.ts'
import { asReading, Unreadable } from './unreadable.ts'

/** What git leaves in a file that two sides changed. */
const conflict = /^(?:[<>|]{7}(?: .*)?|={7})\r?$/m
/** Statements and values of Go's templates, Helm's and Jinja's. In quotes they would be text. */
const template = /^[ \t]*(?:- +)?(?:[\w.-]{1,100}: +)?(?:\{\{|\{%)/m

/** The same reading, with the reason if something was to be done before a text is YAML or JSON. */
export function unfinished(reading: Reading, { text, locate }: Source): Reading {
  if (reading.outcome !== 'unreadable' || !reading.findings.some(isSyntax)) return reading
  const marks = conflict.exec(text)
  if (marks !== null) {
    const message = 'a merge conflict is not resolved'
    const remedy = 'keep what is wanted of both sides, and remove the lines with the marks'
    return asReading(new Unreadable('READ-SYNTAX', locate(marks.index), { message, remedy }))
  }
  if (!template.test(text)) return reading
  const findings = reading.findings.map((one) => ({ remedy: 'render a template before', ...one }))
  return { ...reading, findings }
}

const isSyntax = ({ rule }: Finding): boolean => rule === 'READ-SYNTAX'
