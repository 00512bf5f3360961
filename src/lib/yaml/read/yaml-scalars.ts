import type { YamlCursor } from './yaml-cursor.ts'
import { yamlProblems } from './yaml-problems.ts'

const escapes =
  /\\(?:[0abt\tnvfre "'\\N_LP]|x[\da-fA-F]{2}|u(?![dD][89a-fA-F])[\da-fA-F]{4}|U00(?:0(?!0[dD][89a-fA-F])[\da-fA-F]{5}|10[\da-fA-F]{4}))/y
const escapedBreak = /\\(?=(?:\r\n|\r|\n)([ \t]*[\r\n])?)/y
const plainEnd = /[ \t\r\n]|:(?=[ \t\r\n]|$)/g
const plainEndInBrackets = /[ \t\r\n,?[\]{}]|:(?=[ \t\r\n]|$)/g

interface Around {
  readonly inBrackets: boolean
  /** The indentation of the block around it. */
  readonly indent: number
  readonly afterComment: boolean
}

/** Skips a plain scalar and the white space after it; true if there is a line break in it. */
export function skipPlain(cursor: YamlCursor, { inBrackets, indent, afterComment }: Around): boolean {
  const start = cursor.at
  let end = start
  let broken = false
  while (!cursor.atMarker() && cursor.char !== '#') {
    cursor.seek(inBrackets ? plainEndInBrackets : plainEnd)
    end = cursor.at
    if (inBrackets && !broken) quoteIfAmbiguous(cursor, start)
    if (inBrackets && cursor.char === '?') cursor.refuse('question mark inside of brackets or braces: quote the value')
    if (!cursor.isBlank() && !cursor.isBreak()) break
    while (cursor.isBlank() || cursor.isBreak()) {
      if (broken && cursor.char === '\t' && cursor.column <= indent) cursor.refuse(yamlProblems.TAB_AS_INDENT)
      if (cursor.isBlank()) cursor.at++
      else {
        broken = true
        if (inBrackets) cursor.continuingLine(indent)
        else cursor.newLine()
      }
    }
    if (!inBrackets && cursor.column <= indent) break
  }
  // After a comment with no indentation, the yaml package loses the indentation of the scalar.
  const endsLine = !inBrackets && /[\r\n]/.test(cursor.text.slice(end, cursor.at))
  if (endsLine && afterComment) cursor.edit(0, ' #', end)
  return broken
}

/** Before a bracket or a comma, `-` and text with a final colon are strings to go-yaml, but not to the yaml package. */
function quoteIfAmbiguous(cursor: YamlCursor, start: number): void {
  const text = cursor.text.slice(start, cursor.at)
  const isAmbiguous = text === '-' || text.endsWith(':')
  if (isAmbiguous && !cursor.isBlankOrEnd(0)) cursor.edit(text.length, `'${text.replaceAll("'", "''")}'`, start)
}

/** Skips a quoted scalar. */
export function skipQuoted(cursor: YamlCursor, { indent }: { indent: number }): void {
  const quote = cursor.char!
  const stop = quote === '"' ? /["\\\r\n]/g : /['\r\n]/g
  cursor.at++
  while (cursor.seek(stop)) {
    if (cursor.isBreak()) {
      cursor.continuingLine(indent)
      if (cursor.atMarker()) return
    } else if (cursor.char === '\\') skipEscape(cursor)
    else {
      cursor.at++
      if (quote === '"' || cursor.char !== "'") return
      cursor.at++
    }
  }
  cursor.refuse(yamlProblems.MISSING_CHAR)
}

function skipEscape(cursor: YamlCursor): void {
  const lineBreak = cursor.take(escapedBreak)
  // To go-yaml each empty line below is a line break; the yaml package drops the first one.
  if (lineBreak?.[1] !== undefined) cursor.edit(0, '\n')
  if (lineBreak !== null) return
  // The yaml package does not have \'.
  if (cursor.text[cursor.at + 1] === "'") cursor.edit(1, 'x27', cursor.at + 1)
  if (cursor.take(escapes) === null) cursor.refuse(yamlProblems.BAD_DQ_ESCAPE)
}
