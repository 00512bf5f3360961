import { finding } from '../decode/decode-rules.ts'
import type { Finding } from '../model/finding.ts'
import type { IgnoreComment } from '../model/ignore-comment.ts'
import { quote } from '../model/quote.ts'
import type { Reading } from '../model/reading.ts'
import { ignorable, isIgnorable } from './ignorable.ts'
import { Concerned } from './match-ignores.ts'

/** A warning that somebody has decided about. */
export interface IgnoredFinding extends Finding {
  /** The reason that a comment gives; undefined: a flag. */
  readonly ignoredBecause: string | undefined
}

/** A comment, and its file when that is not the file of the document: a drop-in. */
export interface CommentInFile {
  readonly comment: IgnoreComment
  readonly file?: string | undefined
}

/** What is to be ignored. */
export interface WantedRules {
  /** For the whole document, by a flag. */
  readonly rules: readonly string[]
  readonly comments: readonly CommentInFile[]
}

/** The comments of a document, or of a drop-in with its file. */
export const commentsOf = (reading: Reading, file?: string): readonly CommentInFile[] =>
  reading.outcome === 'unreadable' ? [] : (reading.ignores ?? []).map((comment) => ({ comment, file }))

/** A comment that names rules and a reason. */
interface Ignore extends CommentInFile {
  readonly rules: readonly string[]
  readonly because: string
}

/** `H07 reason` or `H07,H09 reason`. */
const wellFormed = /^([A-Z]\w*(?:-\w+)?(?:[ \t]*,[ \t]*[A-Z]\w*(?:-\w+)?)*)(?:[ \t]*:)?[ \t]+(\S.*)$/i

/** Reads the comments of a document: what they ignore, and what is wrong with them. */
export function readIgnores(comments: readonly CommentInFile[]): {
  readonly ignores: readonly Ignore[]
  readonly findings: readonly Finding[]
} {
  const read = comments.map(readIgnore)
  return {
    ignores: read.filter((one) => 'rules' in one),
    findings: read.filter((one) => 'message' in one),
  }
}

function readIgnore(one: CommentInFile): Ignore | Finding {
  const { comment } = one
  const { 1: names = '', 2: because } = wellFormed.exec(comment.text) ?? []
  if (because === undefined)
    return invalid(one, 'must name a rule and a reason', '# kubeletcfg:ignore H07 a node for one pod')
  const named = names.split(',').map((name) => name.trim().toUpperCase())
  const other = named.find((rule) => !isIgnorable(rule))
  if (other === undefined) return { ...one, rules: named, because }
  return invalid(one, `${quote(other)} cannot be ignored`, `only warnings can: ${ignorable}`)
}

const invalid = (one: CommentInFile, message: string, remedy: string): Finding =>
  remark('IGNORE-INVALID', one, message, remedy)

const remark = (
  rule: 'IGNORE-INVALID' | 'IGNORE-UNUSED',
  { comment, file }: CommentInFile,
  message: string,
  remedy: string,
): Finding => ({
  ...finding(rule, comment, { subject: 'kubeletcfg:ignore', message, remedy }),
  ...(file !== undefined && { file }),
})

/** Takes out the warnings that a flag or a comment ignores; of several comments, the first one counts. */
export function withoutIgnored(
  findings: readonly Finding[],
  flags: readonly string[],
  ignores: readonly Ignore[],
): { readonly left: readonly Finding[]; readonly ignored: readonly IgnoredFinding[] } {
  if (flags.length === 0 && ignores.length === 0) return { left: findings, ignored: [] }
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  const concerned = new Concerned(warnings)
  const reasons = new Map<Finding, string | undefined>()
  for (const ignore of ignores) for (const one of concerned.take(ignore)) reasons.set(one, ignore.because)
  for (const one of warnings) if (flags.includes(one.rule) && !reasons.has(one)) reasons.set(one, undefined)
  const ignored = Array.from(reasons, ([one, ignoredBecause]) => ({ ...one, ignoredBecause }))
  return { left: findings.filter((one) => !reasons.has(one)), ignored }
}

/** A note for each comment that no warning of any release matches. */
export function unused(
  ignores: readonly Ignore[],
  all: readonly { readonly findings: readonly Finding[] }[],
): readonly Finding[] {
  if (ignores.length === 0) return []
  const concerned = new Concerned(all.flatMap(({ findings }) => findings))
  return ignores
    .filter((ignore) => !concerned.has(ignore))
    .map((one) =>
      remark('IGNORE-UNUSED', one, `there is no warning ${one.rules.join(' or ')} here`, 'remove the comment'),
    )
}
