import type { Entry, Position, Scalar, Tree } from '../../kubelet/model/tree.ts'
import { maxDepth } from './limits.ts'
import type { Locate } from './locate.ts'
import type { Source } from './text.ts'
import { resolvePlain, spelledAs } from './yaml-scalar.ts'

/** A line without surrounding spaces and comment, or the rest of it after the dash of a list item. */
interface Line {
  readonly indent: number
  /** The offset of the first character of the text, in the document. */
  readonly offset: number
  readonly text: string
}

/** Thrown when this reader does not support something. Never leaves this file. */
const notPlain = Symbol('not plain')

const unusual = /[^\n\x20-\x7e]/
/** `key:` or `"key":`, and the text after it. */
const pair = /^(?:([A-Za-z][\w./-]{0,200})|"([\w./-]{1,200})"):(?: +(.*)|)$/
/** Outside of brackets, text with this start is one scalar unless it contains a key. */
const plainStart = /^(?:[\w./+]|-[\w./])/
const keyInside = /:(?: |$)/
const quotedScalar = /^(?:"([^"\\]*)"|'([^']*)')$/
const item = /"[^"\\]*"|'[^']*'|[A-Za-z\d/][\w./%-]*/g
const flatList = new RegExp(`^\\[ *(?:(?:${item.source})(?: *, *(?:${item.source}))*)? *\\]$`)

/**
 * Reads the YAML that nearly all kubelet configurations are written in, many times faster than the yaml package: one
 * document of block mappings and lists, with scalars, `{}` and flat `[a, b]` on a single line. The tree equals that of
 * the yaml package. undefined when the text has anything else in it, or an error; the yaml package then reads it.
 */
export function readPlainYaml({ text, locate }: Source): Tree | undefined {
  try {
    return new PlainYaml(linesOf(text), locate).root()
  } catch (error) {
    if (error === notPlain) return undefined
    throw error
  }
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  const isUsual = !unusual.test(text)
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start)
    if (end === -1) end = text.length
    let offset = start
    while (text[offset] === ' ') offset++
    if (offset < end && text[offset] !== '#')
      lines.push({ indent: offset - start, offset, text: withoutComment(text.slice(offset, end), isUsual) })
  }
  return lines[0]?.text === '---' && lines[0].indent === 0 ? lines.slice(1) : lines
}

/** Other characters may be in comments only. */
function withoutComment(line: string, isUsual: boolean): string {
  const comment = line.indexOf(' #')
  const text = comment === -1 ? line : line.slice(0, comment)
  return !isUsual && unusual.test(text) ? refuse() : text.trimEnd()
}

const isItem = ({ text }: Line): boolean => text.startsWith('- ')

/** Visits each line once. A line with an indentation that no open block expects ends every loop, and is left over. */
class PlainYaml {
  readonly #lines: Line[]
  readonly #locate: Locate
  #next = 0

  constructor(lines: Line[], locate: Locate) {
    this.#lines = lines
    this.#locate = locate
  }

  root(): Tree {
    const tree = this.#block(1)
    if (this.#next < this.#lines.length) throw notPlain
    return tree
  }

  /** The next line, all later lines with the same indentation, and the lines below them. */
  #block(depth: number): Tree {
    const first = this.#lines[this.#next]
    if (first === undefined || depth > maxDepth) throw notPlain
    const at = this.#locate(first.offset)
    if (isItem(first)) return { type: 'list', items: this.#each(first, (line) => this.#item(line, depth)), ...at }
    return { type: 'map', entries: this.#each(first, (line) => this.#entry(line, depth)), ...at }
  }

  #each<T>(first: Line, read: (line: Line) => T): T[] {
    const all: T[] = []
    const asItem = isItem(first)
    for (let line = this.#lines[this.#next]; line?.indent === first.indent; line = this.#lines[this.#next]) {
      if (isItem(line) !== asItem) break
      all.push(read(line))
    }
    return all
  }

  #entry(line: Line, depth: number): Entry {
    const { 1: bare, 2: quoted, 3: rest = '' } = pair.exec(line.text) ?? refuse()
    const key = bare === undefined ? quoted! : this.#keyOf(bare)
    this.#next++
    const value = rest === '' ? this.#below(line, depth) : this.#inline(rest, endOf(line) - rest.length)
    return { key, at: this.#locate(line.offset), value }
  }

  /** Some words are not strings: `on` and `null`, for example. */
  #keyOf(text: string): string {
    const resolved = resolvePlain(text)
    return typeof resolved !== 'string' && resolved.kind === 'string' ? text : refuse()
  }

  /** The value of a key with no value on its line; a list may start at the indentation of the key. */
  #below({ indent }: Line, depth: number): Tree {
    const line = this.#lines[this.#next]
    const isBelow = line !== undefined && (line.indent > indent || (line.indent === indent && isItem(line)))
    return isBelow ? this.#block(depth + 1) : refuse()
  }

  #item(line: Line, depth: number): Tree {
    const text = line.text.slice(1).trimStart()
    const offset = endOf(line) - text.length
    const inside = { indent: line.indent + offset - line.offset, offset, text }
    if (isItem(inside)) throw notPlain
    if (pair.test(text)) {
      this.#lines[this.#next] = inside
      return this.#block(depth + 1)
    }
    this.#next++
    return this.#inline(text, offset)
  }

  #inline(text: string, offset: number): Tree {
    if (text === '{}') return { type: 'map', entries: [], ...this.#locate(offset) }
    if (!text.startsWith('[') || !flatList.test(text)) return this.#scalar(text, offset)
    const items = Array.from(text.matchAll(item), (found) => this.#scalar(found[0], offset + found.index))
    return { type: 'list', items, ...this.#locate(offset) }
  }

  #scalar(text: string, offset: number): Tree {
    const quoted = quotedIn(text)
    if (quoted !== undefined) return scalar('string', quoted, this.#locate(offset))
    if (!plainStart.test(text) || keyInside.test(text)) throw notPlain
    const resolved = resolvePlain(text)
    if (typeof resolved === 'string') return refuse()
    return { ...scalar(resolved.kind, resolved.text, this.#locate(offset)), ...spelledAs(resolved, text) }
  }
}

const scalar = (kind: Scalar['kind'], text: string, { line, column }: Position): Scalar => ({
  type: 'scalar',
  kind,
  text,
  line,
  column,
})

/** The text in quotes; undefined: it is not quoted. */
function quotedIn(text: string): string | undefined {
  if (!text.startsWith('"') && !text.startsWith("'")) return undefined
  const { 1: double, 2: single } = quotedScalar.exec(text) ?? []
  return double ?? single
}

const endOf = ({ offset, text }: Line): number => offset + text.length

function refuse(): never {
  throw notPlain
}
