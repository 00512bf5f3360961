import type { Found } from '../../kubelet/decode/decode-rules.ts'
import type { Source } from './text.ts'
import { Unreadable } from './unreadable.ts'

interface SyntaxHint extends Pick<Found, 'message' | 'remedy'> {
  /** Where it is: at or below the place where the parser stopped. */
  readonly offset: number
}

/** A space of Unicode, which YAML takes for a letter, in the indentation or after a key. */
const oddSpace = /^[ -]*(?:[\w.-]+:)?([\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000])/
const noSpace = /^(?:- +)*[\w.-]+:(?=[^\s:/\\])/
const field = /^ *(?:- +)*[\w.-]+:(?= |$)/

/** Text that is not YAML: the usual mistake where the parser stopped, or else what the parser says. */
export function syntaxProblem({ text, locate }: Source, offset: number, message: string): Unreadable {
  const hint = syntaxHintAt(text, offset)
  if (hint === undefined) return new Unreadable('READ-SYNTAX', locate(offset), { message })
  const { offset: at, ...found } = hint
  return new Unreadable('READ-SYNTAX', locate(at), found)
}

function syntaxHintAt(text: string, offset: number): SyntaxHint | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const line = lineAt(text, start)
  const own = line.trimStart()
  const at = start + line.length - own.length
  if (/^(?:\.\.\.|…)[ \t\r]*$/.test(own))
    return { offset: at, message: 'an ellipsis is not YAML', remedy: 'remove the line, or write what it stands for' }
  const space = oddSpace.exec(line)
  if (space !== null) {
    const code = space[1]!.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    const message = `U+${code} is not a space in YAML`
    return { offset: start + space[0].length - 1, message, remedy: 'replace it by a space' }
  }
  const [key = ''] = noSpace.exec(own) ?? []
  if (key !== '') return { offset: at + key.length, message: 'a space is missing after the colon' }
  return tooFarIn(text, { start, line })
}

/** A field that is indented further than the one above continues its value. */
function tooFarIn(text: string, { start, line }: { start: number; line: string }): SyntaxHint | undefined {
  const next = start + line.length + 1
  const below = lineAt(text, next)
  if (!/^ *(?:- +)*[\w.-]+: +[^ #]/.test(line) || !field.test(below) || indentOf(below) <= indentOf(line))
    return undefined
  const message = 'the line is indented further than the field above, and so continues its value'
  return { offset: next + indentOf(below), message, remedy: 'align both' }
}

const indentOf = (line: string): number => line.length - line.trimStart().length

const lineAt = (text: string, start: number): string => {
  const end = text.indexOf('\n', start)
  return text.slice(start, end < 0 ? text.length : end)
}
