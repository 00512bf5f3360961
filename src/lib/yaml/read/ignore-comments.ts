import type { IgnoreComment } from '../../kubelet/model/ignore-comment.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Position, Tree } from '../../kubelet/model/tree.ts'
import type { Source } from './text.ts'

const words = /^#[ \t]*kubeletcfg:ignore(?=[\s:]|$)[ \t:]*/

interface Comment extends Position {
  readonly offset: number
  readonly text: string
}

/** All comments of a text, and where its documents are divided. */
interface Marks {
  readonly comments: readonly Comment[]
  /** Lines of `---` and `...`. */
  readonly markers: readonly number[]
}

/**
 * Adds the comments of a YAML document that ask to ignore warnings. One at the end of a line is about the value on that
 * line; on lines of their own, they are about the value below; above the first key, about the whole document.
 */
export async function withIgnoreComments(
  readings: IteratorObject<Reading, undefined>,
  source: Source,
): Promise<IteratorObject<Reading, undefined>> {
  const { Lexer, CST } = await import('yaml')
  const marks = marksIn(source, new Lexer().lex(source.text), CST.tokenType)
  return readings.map((reading) => {
    if (reading.outcome === 'unreadable') return reading
    const ignores = ignoresIn(reading.tree, marks, source)
    return ignores.length === 0 ? reading : { ...reading, ignores }
  })
}

function marksIn({ locate }: Source, lexemes: Iterable<string>, typeOf: (lexeme: string) => string | null): Marks {
  const [comments, markers]: [Comment[], number[]] = [[], []]
  let offset = 0
  let isScalar = false
  for (const lexeme of lexemes) {
    const type = isScalar ? 'scalar' : typeOf(lexeme)
    if (type === 'comment') comments.push({ offset, text: lexeme, ...locate(offset) })
    if (type === 'doc-start' || type === 'doc-end') markers.push(locate(offset).line)
    // The lexer announces scalars and documents by lexemes that are not in the text.
    isScalar = lexeme === '\u001f'
    if (!['\u0002', '\u0018', '\u001f'].includes(lexeme)) offset += lexeme.length
  }
  return { comments, markers }
}

function ignoresIn(tree: Tree, { comments, markers }: Marks, { text, locate }: Source): readonly IgnoreComment[] {
  const start = markers.findLast((line) => line <= tree.line) ?? 0
  const end = markers.find((line) => line > tree.line) ?? Number.POSITIVE_INFINITY
  return comments
    .filter(({ line, text: comment }) => line >= start && line < end && words.test(comment))
    .map(({ offset, line, column, text: comment }) => {
      const about = { line, column, text: comment.replace(words, '').trim() }
      if (line < tree.line) return { ...about, lines: undefined }
      const target = isAlone(text, offset) ? lineBelow(text, offset, locate) : line
      return { ...about, lines: { first: target, last: lastLineOfValue(tree, target) } }
    })
}

const isAlone = (text: string, offset: number): boolean =>
  text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === ''

/** The next line that is not a comment; the line of the comment itself when there is none. */
function lineBelow(text: string, offset: number, locate: Source['locate']): number {
  for (let end = text.indexOf('\n', offset); end !== -1; end = text.indexOf('\n', end + 1))
    if (!/^[ \t]*#/.test(text.slice(end + 1, end + 200))) return locate(end + 1).line
  return locate(offset).line
}

/** The last line of what begins on a line; that line itself when nothing does. */
function lastLineOfValue(tree: Tree, line: number): number {
  if (tree.type === 'scalar') return line
  const children =
    tree.type === 'list'
      ? tree.items.map((item) => ({ starts: item.line, value: item }))
      : tree.entries.map(({ at, value }) => ({ starts: at.line, value }))
  return children.reduce(
    (last, { starts, value }) => Math.max(last, starts === line ? lastLineIn(value) : lastLineOfValue(value, line)),
    line,
  )
}

function lastLineIn(tree: Tree): number {
  const inside = tree.type === 'list' ? tree.items : tree.type === 'map' ? tree.entries.map(({ value }) => value) : []
  return inside.reduce((last, value) => Math.max(last, lastLineIn(value)), tree.line)
}
