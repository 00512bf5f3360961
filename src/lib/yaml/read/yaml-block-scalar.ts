import type { YamlCursor } from './yaml-cursor.ts'
import { yamlProblems } from './yaml-problems.ts'

const header = /([|>])(?:([-+])([1-9])?|([1-9])([-+])?)?[ \t]*(?=[#\r\n]|$)/y

/** The place of a literal or folded scalar. */
export interface BlockScalar {
  /** The offset of its `|` or `>`. */
  readonly offset: number
  /** The start of the first line after it. */
  readonly end: number
  /** The indentation of the block around it. */
  readonly indent: number
  /** The comment behind its `|` or `>`. */
  readonly comment: string
  /** Lines at its end that are not in its text, with only spaces in them. */
  readonly gap: string
}

interface Block {
  /** The text of each line beyond the indentation; undefined for an empty line. */
  readonly lines: readonly (string | undefined)[]
  /** The end of the last line with text, and whether a line break follows it. */
  readonly end: number
  readonly closed: boolean
}

/**
 * Skips a literal or folded scalar, up to the start of the first line after it; `indent` is that of the block around
 * it. A scalar that the yaml package reads differently gets quotes: one with lines of spaces, with no line break at its
 * end, or with text no further to the right than its key.
 */
export function skipBlockScalar(cursor: YamlCursor, { indent: parent }: { indent: number }): BlockScalar {
  const { at: start, column, edits } = cursor
  const { length } = edits
  const found = cursor.take(header) ?? cursor.refuse(yamlProblems.UNEXPECTED_TOKEN)
  const [, style, chomping = found[5], digit = found[4]] = found
  const { at: commentStart } = cursor
  cursor.comment()
  const comment = cursor.text.slice(commentStart, cursor.at)
  const given = digit === undefined ? undefined : Math.max(parent, 0) + Number(digit)
  const block = blockOf(cursor, { parent, given })
  const isWhole = cursor.char !== undefined || cursor.text.endsWith('\n')
  const isUsual = isWhole && column > parent && block.lines.every((line) => line?.trim() !== '')
  if (!isUsual) {
    edits.length = length
    const quoted = JSON.stringify(chomped(block, { text: joined(block.lines, style === '>'), chomping }))
    cursor.edit(0, ' '.repeat(Math.max(0, parent + 1 - column)), start)
    cursor.edit(block.end - start, `${quoted}${comment && ` ${comment}`}`, start)
  }
  const gap = chomping === '+' ? '' : cursor.text.slice(block.end, cursor.at).replace(/^\r?\n/, '')
  return { offset: start, end: cursor.at, indent: parent, comment, gap }
}

function blockOf(cursor: YamlCursor, { parent, given }: { parent: number; given: number | undefined }): Block {
  const lines: (string | undefined)[] = []
  let { at: end } = cursor
  let indent = given
  let widest = Math.max(parent + 1, 1)
  cursor.newLine()
  while (cursor.char !== undefined) {
    const width = Math.min(cursor.spaces(), indent ?? Number.POSITIVE_INFINITY)
    const first = cursor.text[cursor.at + width]
    const isEmpty = first === undefined || first === '\n' || first === '\r'
    if (first === '\t' && width !== indent) cursor.refuse(yamlProblems.TAB_AS_INDENT)
    widest = Math.max(widest, width)
    if (!isEmpty) indent ??= widest
    if (!isEmpty && width < indent!) break
    const from = cursor.at + width
    cursor.toLineEnd()
    if (!isEmpty) end = cursor.at
    if (!isEmpty || cursor.isBreak()) lines.push(isEmpty ? undefined : cursor.text.slice(from, cursor.at))
    cursor.newLine()
  }
  return { lines, end, closed: end < cursor.text.length }
}

/** Folding turns a single line break into a space, except next to lines with more indentation. */
function joined(lines: Block['lines'], folds: boolean): string {
  let text = ''
  let before: string | undefined
  let breaks = 0
  for (const line of lines) {
    if (line === undefined) breaks++
    else {
      const folded = folds && !/^[ \t]/.test(line) && !/^[ \t]/.test(before ?? '')
      if (before !== undefined) text += folded ? ' '.repeat(breaks === 0 ? 1 : 0) : '\n'
      text += '\n'.repeat(breaks) + line
      before = line
      breaks = 0
    }
  }
  return text
}

function chomped({ lines, closed }: Block, { text, chomping }: { text: string; chomping: string | undefined }): string {
  if (chomping === '-') return text
  const last = lines.findLastIndex((line) => line !== undefined)
  const own = closed && last >= 0 ? '\n' : ''
  return chomping === '+' ? text + own + '\n'.repeat(lines.length - 1 - last) : text + own
}
