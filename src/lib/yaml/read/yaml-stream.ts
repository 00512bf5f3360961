import type { CST, Parser } from 'yaml'
import { maxDepth } from './limits.ts'
import { syntaxProblem } from './syntax-hint.ts'
import type { Source } from './text.ts'
import { tooDeep } from './unreadable.ts'
import type { ScanProblem } from './yaml-cursor.ts'

type Yaml = typeof import('yaml')

/** One document of a stream. */
export interface YamlSource {
  /** From the end of the previous document up to the end of this one. */
  readonly tokens: readonly CST.Token[]
  /**
   * For the first document: the start of content that the kubelet does not read, and whose syntax it does not check.
   */
  readonly ignoredAt: number | undefined
}

/**
 * Splits a stream into documents, without recursion and without reading beyond the requested one. There is always a
 * first one, even in an empty text. Throws Unreadable when it cannot continue.
 */
export function* yamlDocuments(
  yaml: Yaml,
  { text, locate }: Source,
  problem?: ScanProblem,
): Generator<YamlSource, void> {
  const parser = new yaml.Parser()
  let tokens: CST.Token[] = []
  let first = true
  for (const lexeme of new yaml.Lexer().lex(text)) {
    if (problem && parser.offset + lexeme.length > problem.offset) break
    for (const token of parser.next(lexeme)) {
      if (token.type !== 'doc-end') tokens.push(token)
      if (token.type !== 'document') continue
      yield { tokens, ignoredAt: first ? contentAfter(text, parser.offset) : undefined }
      tokens = []
      first = false
    }
    if (isTooDeep(parser)) throw tooDeep(locate(parser.offset))
  }
  if (problem) throw syntaxProblem({ text, locate }, problem.offset, problem.message)
  tokens.push(...parser.end())
  if (first || tokens.some(({ type }) => type === 'document')) yield { tokens, ignoredAt: undefined }
}

/** The start of each document, including the comments and directives before it. */
export const startsOf = (documents: readonly YamlSource[]): readonly number[] =>
  documents.map(({ tokens: [first] }, i) => (i > 0 && first !== undefined && 'offset' in first ? first.offset : 0))

/** Whether there is content on both sides of a marker. Markers divide any text, even within an unclosed quote. */
export function isDivided(text: string): boolean {
  const first = contentAfter(text, 0) ?? text.length
  const markers = text.matchAll(/^(?:---|\.\.\.)(?=[ \t\r\n]|$)/gm)
  const marker = markers.find(({ index }) => index > first)
  return marker !== undefined && contentAfter(text, marker.index) !== undefined
}

function isTooDeep({ stack }: Parser): boolean {
  if (stack.length <= maxDepth) return false
  return stack.filter(({ type }) => collections.has(type)).length > maxDepth
}

const collections: ReadonlySet<string> = new Set(['block-map', 'block-seq', 'flow-collection'])

/** Anything but empty lines, comments, directives and bare document markers. */
function contentAfter(text: string, offset: number): number | undefined {
  const found = /^(?!(?:---|\.\.\.)?[ \t]*(?:#.*)?$|%).+/m.exec(text.slice(offset))
  return found === null ? undefined : offset + found.index
}

/** The marker that ends the document above some content; undefined: the content starts on the line of the marker. */
export function endOfDocument(text: string, content: number): number | undefined {
  let marker: number | undefined
  for (let end = text.lastIndexOf('\n', content - 1); end > 0; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    const line = text.slice(start, end)
    if (!/^(?:(?:---|\.\.\.)?[ \t\r]*(?:#.*)?|%.*)$/.test(line)) break
    if (/^(?:---|\.\.\.)/.test(line)) marker = start
    end = start - 1
  }
  return marker
}
