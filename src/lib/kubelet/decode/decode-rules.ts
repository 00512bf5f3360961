import type { Cause } from '../model/cause.ts'
import type { Finding, Severity, Stage } from '../model/finding.ts'
import { type Saying, said } from '../model/message.ts'
import type { Position } from '../model/tree.ts'

/** What a rule id stands for. */
interface Rule {
  readonly stage: Stage
  readonly severity: Severity
  /** Does it stop the kubelet, or (limits of ours) us? */
  readonly fatal: boolean
  readonly reason: Cause
  readonly meaning: string
}

const unreadable = { stage: 'read', severity: 'error', fatal: true } as const
const undecodable = { stage: 'decode', severity: 'error', fatal: true } as const
/** The kubelet logs these, drops the key or takes the last one, and goes on. */
const loose = { stage: 'strict', severity: 'error', fatal: false } as const

/** The rules of the stages read, decode and strict. Ids are stable: scripts match on them. */
export const rules = {
  'READ-FILE': {
    ...unreadable,
    reason: 'FileUnreadable',
    meaning: 'The file cannot be read, or there is nothing in it for a kubelet.',
  },
  'READ-SIZE': {
    ...unreadable,
    reason: 'DocumentTooLarge',
    meaning: 'The document is larger than the 3 MiB that an API request may have.',
  },
  'READ-UTF8': { ...unreadable, reason: 'EncodingNotSupported', meaning: 'The document is not UTF-8.' },
  'READ-UTF16': {
    ...unreadable,
    reason: 'EncodingNotSupported',
    meaning: 'The document is UTF-16, which a kubelet reads: not to read it is a limit of ours.',
  },
  'READ-EMPTY': {
    ...unreadable,
    reason: 'DocumentEmpty',
    meaning: 'The document, or the first of several, holds nothing.',
  },
  'READ-CHARACTER': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'The document holds a character that YAML forbids or that hides text.',
  },
  'READ-SYNTAX': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'The document is not YAML 1.1, or starts with a brace and is not JSON.',
  },
  'READ-DEPTH': {
    ...unreadable,
    reason: 'DocumentTooLarge',
    meaning: 'Lists and mappings are nested deeper than 100 levels: a limit of ours.',
  },
  'READ-ALIAS': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'An alias is unknown, holds itself, or the aliases expand to too much.',
  },
  'READ-MERGE': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'A merge key << has something else than a mapping or a list of mappings.',
  },
  'READ-KEY': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'A key is null, a list or a mapping, or too large a number.',
  },
  'READ-TAG': { ...unreadable, reason: 'SyntaxInvalid', meaning: 'A value does not fit its YAML tag.' },
  'READ-NUMBER': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'A number is infinite or not a number, which JSON has no way to say.',
  },
  'READ-AMBIGUOUS': {
    stage: 'read',
    severity: 'error',
    fatal: false,
    reason: 'FieldDuplicate',
    meaning: 'Keys such as 1 and "1" become one when YAML becomes JSON: chance decides which of them the kubelet gets.',
  },
  'READ-DOCUMENTS': {
    stage: 'read',
    severity: 'error',
    fatal: false,
    reason: 'DocumentIgnored',
    meaning: 'The file holds several YAML documents: the kubelet reads the first and silently ignores the others.',
  },
  'DECODE-KIND': {
    ...undecodable,
    reason: 'KindNotSupported',
    meaning: 'The document does not say that it is a KubeletConfiguration of kubelet.config.k8s.io/v1beta1.',
  },
  'DECODE-TYPE': {
    ...undecodable,
    reason: 'FieldValueTypeInvalid',
    meaning: 'A value has another JSON type than its field.',
  },
  'DECODE-RANGE': {
    ...undecodable,
    reason: 'FieldValueInvalid',
    meaning: 'A number or duration does not fit its field.',
  },
  'DECODE-FORMAT': {
    ...undecodable,
    reason: 'FieldValueInvalid',
    meaning: 'A string is not the duration, quantity or time that its field wants.',
  },
  'STRICT-UNKNOWN': {
    ...loose,
    reason: 'FieldUnknown',
    meaning: 'A key is no field of this release: the kubelet ignores it.',
  },
  'STRICT-CASE': {
    ...loose,
    reason: 'FieldNameCase',
    meaning: 'A key is a field in the wrong case: the kubelet ignores it.',
  },
  'STRICT-DUPLICATE': {
    ...loose,
    reason: 'FieldDuplicate',
    meaning: 'A key is given twice: the kubelet takes the last one.',
  },
} as const satisfies Readonly<Record<string, Rule>>

export type RuleId = keyof typeof rules

export interface Found extends Saying {
  readonly path?: string
  readonly remedy?: string | undefined
}

/** A finding by one of these rules. */
export function finding(rule: RuleId, at: Position | 'nowhere', { path = '', remedy, ...saying }: Found): Finding {
  const { stage, severity, fatal, reason } = rules[rule]
  const place = at === 'nowhere' ? {} : { line: at.line, column: at.column }
  const words = said(saying, path)
  return { path, ...place, severity, fatal, rule, stage, reason, ...words, ...(remedy !== undefined && { remedy }) }
}
