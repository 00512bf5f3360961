import type { CST, Parser } from 'yaml'
import { maxDepth } from './limits.ts'
import type { Locate } from './locate.ts'
import { tooDeep, Unreadable } from './unreadable.ts'

type Yaml = typeof import('yaml')

export interface FirstDocument {
  /** Up to and with the first document; none when there is none. */
  readonly tokens: readonly CST.Token[]
  /** Where content follows that the kubelet does not read, not even for its syntax. */
  readonly ignoredAt: number | undefined
}

/** Splits the first document off, without recursion and without a look at the rest. */
export function firstDocument(yaml: Yaml, { text, locate }: { text: string; locate: Locate }): FirstDocument {
  const parser = new yaml.Parser()
  const tokens: CST.Token[] = []
  for (const lexeme of new yaml.Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token)
      if (token.type === 'directive') refuseOtherVersion(token, locate)
      if (token.type === 'document') return { tokens, ignoredAt: contentAfter(text, parser.offset) }
    }
    if (isTooDeep(parser)) throw tooDeep(locate(parser.offset))
  }
  tokens.push(...parser.end())
  return { tokens, ignoredAt: undefined }
}

function isTooDeep({ stack }: Parser): boolean {
  if (stack.length <= maxDepth) return false
  return stack.filter(({ type }) => collections.has(type)).length > maxDepth
}

const collections: ReadonlySet<string> = new Set(['block-map', 'block-seq', 'flow-collection'])

/** go-yaml v2 knows version 1.1 and stops at any other. */
function refuseOtherVersion({ source, offset }: CST.Directive, locate: Locate): void {
  const [, version = '1.1'] = /^%YAML\s+(\S+)/.exec(source) ?? []
  if (version === '1.1') return
  const message = 'directive asks for another YAML than 1.1, the only one that the kubelet reads'
  throw new Unreadable('READ-SYNTAX', locate(offset), { message, remedy: 'remove the %YAML line' })
}

/** Anything but blank lines, comments, directives and bare document markers. */
function contentAfter(text: string, offset: number): number | undefined {
  const found = /^(?!(?:---|\.\.\.)?[ \t]*(?:#.*)?$|%).+/m.exec(text.slice(offset))
  return found === null ? undefined : offset + found.index
}
