import type { YamlCursor } from './yaml-cursor.ts'
import { yamlProblems } from './yaml-problems.ts'

const blockHeader = /[|>][-+]?(\d?)[-+]?[ \t]*/y
const escapes =
  /\\(?:[0abt\tnvfre "'\\N_LP]|x[\da-fA-F]{2}|u(?![dD][89a-fA-F])[\da-fA-F]{4}|U00(?:0(?!0[dD][89a-fA-F])[\da-fA-F]{5}|10[\da-fA-F]{4}))/y
const plainEnd = /[ \t\r\n]|:(?=[ \t\r\n]|$)/g
const plainEndInBrackets = /[ \t\r\n,?[\]{}]|:(?=[ \t\r\n]|$)/g

/** A plain scalar and the blanks after it; true if they hold a line break. `indent` is that of the block around it. */
export function skipPlain(
  cursor: YamlCursor,
  { inBrackets, indent }: { inBrackets: boolean; indent: number },
): boolean {
  let broken = false
  while (!cursor.atMarker() && cursor.char !== '#') {
    cursor.seek(inBrackets ? plainEndInBrackets : plainEnd)
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
  return broken
}

/** What stands in quotes, with the quotes. */
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
  const next = cursor.text[cursor.at + 1]
  // The yaml package knows no \'.
  if (next === "'") cursor.edit(1, 'x27', cursor.at + 1)
  if (next === '\n' || next === '\r') cursor.at++
  else if (cursor.take(escapes) === null) cursor.refuse(yamlProblems.BAD_DQ_ESCAPE)
}

/** A literal or folded scalar, up to the start of the first line that is none of its. */
export function skipBlockScalar(cursor: YamlCursor, { indent: parent }: { indent: number }): void {
  const [, given = ''] = cursor.take(blockHeader)!
  cursor.comment()
  cursor.toLineEnd()
  cursor.newLine()
  let indent = given === '' ? undefined : Math.max(parent, 0) + Number(given)
  let widest = parent + 1
  while (cursor.char !== undefined) {
    const width = cursor.spaces()
    const inside = width >= (indent ?? Number.POSITIVE_INFINITY)
    const first = cursor.text[cursor.at + width]
    if (!inside && first === '\t') cursor.refuse(yamlProblems.TAB_AS_INDENT)
    if (inside || (first !== undefined && first !== '\n' && first !== '\r')) {
      indent ??= Math.max(widest, width, 1)
      if (width < indent) return
    } else widest = Math.max(widest, width)
    cursor.toLineEnd()
    cursor.newLine()
  }
}
