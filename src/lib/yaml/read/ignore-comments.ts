import type { IgnoreComment } from '../../kubelet/model/ignore-comment.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Position, Tree } from '../../kubelet/model/tree.ts'
import type { Source } from './text.ts'

const words = /^#[ \t]*kubeletcfg:ignore(?=[\s:]|$)[ \t:]*/

interface Comment extends Position {
  readonly text: string
  /** The line whose value it is about, if it is not above the first key. */
  readonly target: number
}

/** The comments of a text that ask to ignore warnings, by the document that they are in. */
interface Marks {
  /** Lines of `---` and `...`; 0: the start of the text. */
  readonly starts: readonly number[]
  /** By the start that they are below. */
  readonly comments: ReadonlyMap<number, readonly Comment[]>
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
    const ignores = ignoresIn(reading.tree, marks)
    return ignores.length === 0 ? reading : { ...reading, ignores }
  })
}

interface Lexeme {
  readonly offset: number
  readonly text: string
  /** The line of the marker above it. */
  readonly start: number
}

function marksIn(source: Source, lexemes: Iterable<string>, typeOf: (lexeme: string) => string | null): Marks {
  const [comments, starts]: [Lexeme[], number[]] = [[], [0]]
  let offset = 0
  let isScalar = false
  for (const lexeme of lexemes) {
    const type = isScalar ? 'scalar' : typeOf(lexeme)
    if (type === 'comment') comments.push({ offset, text: lexeme, start: starts.at(-1)! })
    if (type === 'doc-start' || type === 'doc-end') starts.push(source.locate(offset).line)
    // The lexer announces scalars and documents by lexemes that are not in the text.
    isScalar = lexeme === '\u001f'
    if (!['\u0002', '\u0018', '\u001f'].includes(lexeme)) offset += lexeme.length
  }
  return { starts, comments: Map.groupBy(targeted(comments, source), ({ start }) => start) }
}

/** From the last one to the first: above another comment, one is about what that is about. */
function targeted(comments: readonly Lexeme[], { text, locate }: Source): readonly (Comment & { start: number })[] {
  let below = { begin: -1, target: 0 }
  const found = comments.toReversed().flatMap(({ offset, text: comment, start }) => {
    const begin = text.lastIndexOf('\n', offset - 1) + 1
    const end = text.indexOf('\n', offset)
    const isAlone = text.slice(begin, offset).trim() === ''
    const next = end + 1 === below.begin ? below.target : locate(end === -1 ? offset : end + 1).line
    const target = isAlone ? next : locate(offset).line
    if (isAlone) below = { begin, target }
    if (!words.test(comment)) return []
    return [{ ...locate(offset), text: comment.replace(words, '').trim(), target, start }]
  })
  return found.reverse()
}

function ignoresIn(tree: Tree, { starts, comments }: Marks): readonly IgnoreComment[] {
  const own = comments.get(startAbove(tree.line, starts)) ?? []
  if (own.length === 0) return []
  const lastLines = lastLinesIn(tree)
  return own.map(({ line, column, text, target }) => {
    const lines = line < tree.line ? undefined : { first: target, last: lastLines.get(target) ?? target }
    return { line, column, text, lines }
  })
}

/** The last of these lines that is not below another one. */
function startAbove(line: number, starts: readonly number[]): number {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= line) low = middle
    else high = middle
  }
  return starts[low]!
}

/** For each line on which items or entries begin, the last line of these. */
function lastLinesIn(root: Tree): ReadonlyMap<number, number> {
  const lastLines = new Map<number, number>()
  const lastOf = (tree: Tree): number =>
    childrenOf(tree).reduce((last, { begins, value }) => {
      const own = lastOf(value)
      lastLines.set(begins, Math.max(lastLines.get(begins) ?? begins, own))
      return Math.max(last, own)
    }, tree.line)
  lastOf(root)
  return lastLines
}

function childrenOf(tree: Tree): readonly { readonly begins: number; readonly value: Tree }[] {
  if (tree.type === 'scalar') return []
  if (tree.type === 'list') return tree.items.map((value) => ({ begins: value.line, value }))
  return tree.entries.map(({ at, value }) => ({ begins: at.line, value }))
}
