import type { Cause } from '../model/cause.ts'
import type { Finding, Severity, Stage } from '../model/finding.ts'
import { type Saying, said } from '../model/message.ts'
import type { Position } from '../model/tree.ts'
import { commentRules } from './comment-rules.ts'

/** What a rule id means. */
interface Rule {
  readonly stage: Stage
  readonly severity: Severity
  /** Whether it stops the kubelet or, for limits of this program, the validation. */
  readonly fatal: boolean
  readonly reason: Cause
  readonly meaning: string
}

const unreadable = { stage: 'read', severity: 'error', fatal: true } as const
const undecodable = { stage: 'decode', severity: 'error', fatal: true } as const
/** The kubelet logs these, ignores the key or uses the last one, and continues. */
const loose = { stage: 'strict', severity: 'error', fatal: false } as const

/** What a kubelet makes of drop-ins without a word. */
const silent = { stage: 'decode', severity: 'warning', fatal: false } as const

/** The rules of the stages read, decode and strict, and of comments for this program. Ids are stable: scripts match on them. */
export const rules = {
  'READ-FILE': {
    ...unreadable,
    reason: 'FileUnreadable',
    meaning: 'The file must be readable and hold a KubeletConfiguration.',
  },
  'READ-SIZE': {
    ...unreadable,
    reason: 'DocumentTooLarge',
    meaning: 'The document must not be larger than 3 MiB, the limit of an API request.',
  },
  'READ-UTF8': { ...unreadable, reason: 'EncodingNotSupported', meaning: 'The document must be UTF-8.' },
  'READ-UTF16': {
    ...unreadable,
    reason: 'EncodingNotSupported',
    meaning: 'The document must not be UTF-16: a kubelet reads it, but this program does not.',
  },
  'READ-EMPTY': {
    ...unreadable,
    reason: 'DocumentEmpty',
    meaning: 'The document, or the first of several, must not be empty.',
  },
  'READ-CHARACTER': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'The document must not have characters that YAML forbids, or that hide text.',
  },
  'READ-SYNTAX': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'The document must be YAML 1.1, or JSON if it begins with a brace.',
  },
  'READ-DEPTH': {
    ...unreadable,
    reason: 'DocumentTooLarge',
    meaning: 'Lists and mappings must not be nested deeper than 100 levels, a limit of this program.',
  },
  'READ-ALIAS': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'An alias must be defined, must not contain itself, and must not expand beyond the limits.',
  },
  'READ-MERGE': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'A merge key << must have a mapping or a list of mappings.',
  },
  'READ-KEY': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'A key must not be null, a list, a mapping or a number that is too large.',
  },
  'READ-TAG': { ...unreadable, reason: 'SyntaxInvalid', meaning: 'A value must match its YAML tag.' },
  'READ-NUMBER': {
    ...unreadable,
    reason: 'SyntaxInvalid',
    meaning: 'A number must be finite: JSON has no infinity and no NaN.',
  },
  'READ-AMBIGUOUS': {
    stage: 'read',
    severity: 'error',
    fatal: false,
    reason: 'FieldDuplicate',
    meaning:
      'Keys such as 1 and "1" must not be used together: in JSON they are the same key, and the kubelet uses one of ' +
      'the values at random.',
  },
  'READ-DOCUMENTS': {
    stage: 'read',
    severity: 'error',
    fatal: false,
    reason: 'DocumentIgnored',
    meaning: 'A file must hold one YAML document: the kubelet reads the first and silently ignores the others.',
  },
  'DECODE-KIND': {
    ...undecodable,
    reason: 'KindNotSupported',
    meaning: 'The document must be a KubeletConfiguration of kubelet.config.k8s.io/v1beta1.',
  },
  'DECODE-TYPE': {
    ...undecodable,
    reason: 'FieldValueTypeInvalid',
    meaning: 'A value must have the type of its field.',
  },
  'DECODE-RANGE': {
    ...undecodable,
    reason: 'FieldValueInvalid',
    meaning: 'A number or duration must be in the range of its field.',
  },
  'DECODE-FORMAT': {
    ...undecodable,
    reason: 'FieldValueInvalid',
    meaning: 'A string must be a valid duration, quantity or time if its field requires one.',
  },
  'STRICT-UNKNOWN': {
    ...loose,
    reason: 'FieldUnknown',
    meaning: 'A key must be a field of the release: the kubelet ignores unknown fields.',
  },
  'STRICT-CASE': {
    ...loose,
    reason: 'FieldNameCase',
    meaning: 'A key must have the case of its field: the kubelet ignores it otherwise.',
  },
  'STRICT-DUPLICATE': {
    ...loose,
    reason: 'FieldDuplicate',
    meaning: 'A key must not be given twice: the kubelet uses the last one.',
  },
  'DROPIN-ALPHA': {
    ...undecodable,
    reason: 'DropInsNotEnabled',
    meaning:
      'Kubelet 1.28 and 1.29 exit with --config-dir unless the environment variable KUBELET_CONFIG_DROPIN_DIR_ALPHA is set.',
  },
  'DROPIN-FOLDER': {
    ...silent,
    stage: 'read',
    reason: 'DocumentIgnored',
    meaning:
      'The folder of --config-dir must not be a link or a file: the kubelet does not follow a link, and reads nothing.',
  },
  'DROPIN-SUFFIX': {
    ...silent,
    stage: 'read',
    reason: 'DocumentIgnored',
    meaning: 'The name of a drop-in must end in .conf: the kubelet ignores other files.',
  },
  'DROPIN-CASE': {
    ...silent,
    reason: 'FieldNameCase',
    meaning: 'A key of a drop-in must have the case of its field: of several spellings, the last in byte order counts.',
  },
  'DROPIN-LIST': {
    ...silent,
    reason: 'ValueReplaced',
    meaning: 'A list in a drop-in replaces the one below it as a whole: items that are not repeated are lost.',
  },
  'DROPIN-LOST': {
    ...silent,
    reason: 'ValueLost',
    meaning:
      'A value must survive the merge: with --config-dir, empty lists and maps of the file get their defaults back, and ' +
      'evictionHard, once it is null, gets none.',
  },
  'DROPIN-PATH': {
    ...silent,
    reason: 'FieldValueInvalid',
    meaning: 'A path in a drop-in must be absolute: a relative one starts at the working directory of the kubelet.',
  },
  ...commentRules,
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
