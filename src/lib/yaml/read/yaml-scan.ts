import { type BlockScalar, skipBlockScalar } from './yaml-block-scalar.ts'
import { type Edit, YamlCursor } from './yaml-cursor.ts'
import { YamlLevels } from './yaml-levels.ts'
import { yamlProblems } from './yaml-problems.ts'
import { skipPlain, skipQuoted } from './yaml-scalars.ts'

/**
 * Scans a stream once as go-yaml v2 does (goyaml.v2/scannerc.go), up to the first problem. Only looks for differences
 * from the yaml package, which finds all other problems itself.
 */
export class YamlScan {
  /** By offset. */
  readonly blocks: BlockScalar[] = []
  readonly #cursor: YamlCursor
  readonly #levels: YamlLevels
  #simpleKeyAllowed = true
  /** Directives of the next document. */
  readonly #directives = new Set<string>()
  #inDocument = false
  /** The start of a value that no indicator followed yet: only another key can be here. */
  #value: number | undefined
  #afterComment = false
  /** The edit that ends the document before the tokens that are being scanned. */
  #end: Edit | undefined

  constructor(text: string) {
    this.#cursor = new YamlCursor(text)
    this.#levels = new YamlLevels(this.#cursor)
  }

  /** By offset. No document ends in the middle of text that cannot be scanned. */
  get edits(): readonly Edit[] {
    return this.#cursor.edits.filter((edit) => edit !== this.#end)
  }

  /** Skips the next token; false when there is none. */
  token(): boolean {
    if (this.#levels.keyColumn === undefined) this.#end = undefined
    this.#toNextToken()
    const { char } = this.#cursor
    if (char === undefined) return this.#finish()
    if (this.#levels.closeBlocks()) this.#afterBlock(char)
    if (this.#marker(char) || this.#directive(char)) return true
    this.#inDocument = true
    if (this.#bracket(char) || this.#indicator(char)) return true
    if ((char === '|' || char === '>') && this.#levels.flowLevel === 0) this.#blockScalar()
    else this.#content(char)
    return true
  }

  #finish(): false {
    this.#levels.dropKey()
    this.#end = undefined
    return false
  }

  #toNextToken(): void {
    const cursor = this.#cursor
    for (this.#afterComment = false; ; ) {
      while (cursor.char === ' ' || (cursor.char === '\t' && (this.#levels.flowLevel > 0 || !this.#simpleKeyAllowed)))
        cursor.at++
      this.#afterComment ||= cursor.char === '#'
      cursor.comment()
      if (!cursor.isBreak()) break
      if (this.#levels.flowLevel > 0) cursor.continuingLine(this.#levels.indent)
      else {
        cursor.newLine()
        this.#simpleKeyAllowed = true
      }
    }
    if (cursor.char === '\t') cursor.refuse(yamlProblems.TAB_AS_INDENT)
  }

  /** To go-yaml, text further to the left than the first key is outside of the document. */
  #afterBlock(char: string): void {
    const cursor = this.#cursor
    this.#value ??= cursor.at
    if (this.#levels.indent >= 0 || cursor.atMarker() || char === '%') return
    cursor.edit(0, '...\n', cursor.at - cursor.column)
    this.#end = cursor.edits.at(-1)
    this.#endDocument()
    this.#simpleKeyAllowed = true
  }

  #marker(char: string): boolean {
    if (!this.#cursor.atMarker()) return false
    this.#cursor.at += 3
    this.#endDocument()
    this.#inDocument = char === '-'
    return true
  }

  /** Below content, a directive ends the document for go-yaml. */
  #directive(char: string): boolean {
    const cursor = this.#cursor
    const { at, column } = cursor
    if (column > 0 || char !== '%') return false
    if (this.#levels.flowLevel > 0) cursor.refuse(yamlProblems.MISSING_CHAR)
    const isBelow = this.#inDocument
    if (isBelow) this.#endDocument()
    skipDirective(cursor, this.#directives)
    if (isBelow) cursor.edit(0, '...\n', at)
    this.#simpleKeyAllowed = false
    return true
  }

  #endDocument(): void {
    this.#levels.closeAll()
    this.#simpleKeyAllowed = false
    this.#directives.clear()
    this.#inDocument = false
    this.#value = undefined
  }

  #bracket(char: string): boolean {
    if (char === '[' || char === '{') {
      this.#startValue()
      this.#levels.openBracket()
      this.#value = undefined
      this.#simpleKeyAllowed = true
    } else if (char === ']' || char === '}') {
      this.#levels.closeBracket()
      this.#value = this.#cursor.at
      this.#simpleKeyAllowed = false
    } else return false
    this.#cursor.at++
    return true
  }

  /** Comma, dash, question mark, colon. */
  #indicator(char: string): boolean {
    const cursor = this.#cursor
    const stands = char === ',' || (char !== '-' && this.#levels.flowLevel > 0) || cursor.isBlankOrEnd(1)
    if (!stands || !',-?:'.includes(char)) return false
    if (this.#levels.flowLevel > 0) this.#indicatorInBrackets(char)
    else this.#indicatorInBlock(char)
    this.#value = undefined
    cursor.at++
    // In brackets, the yaml package requires a space here.
    if (char !== ',' && !cursor.isBlankOrEnd(0)) cursor.edit(0, ' ')
    return true
  }

  #indicatorInBlock(char: string): void {
    const keyColumn = char === ':' ? this.#levels.keyColumn : undefined
    if (char === ',') this.#cursor.refuse(yamlProblems.BAD_SCALAR_START)
    const hasValue = this.#value !== undefined
    const fits = keyColumn === undefined ? this.#levels.indicator(char, { hasValue }) : this.#levels.key(keyColumn)
    if (keyColumn === undefined && !this.#simpleKeyAllowed)
      this.#cursor.refuse(yamlProblems.BLOCK_AS_IMPLICIT_KEY, this.#value)
    if (!fits && char === ':') this.#cursor.refuse(yamlProblems.MULTILINE_IMPLICIT_KEY, this.#value)
    if (!fits) this.#cursor.refuse(yamlProblems.BAD_INDENT)
    this.#simpleKeyAllowed = keyColumn === undefined
  }

  #indicatorInBrackets(char: string): void {
    if (char === ':' && this.#levels.keyColumn === undefined) this.#cursor.refuse(yamlProblems.MULTILINE_IMPLICIT_KEY)
    if (char === '?') this.#levels.noteKey('any')
    else this.#levels.foundKey()
    this.#simpleKeyAllowed = char === ',' || char === '-'
  }

  #blockScalar(): void {
    if (this.#value !== undefined) this.#cursor.refuse(yamlProblems.UNEXPECTED_TOKEN)
    this.#value = this.#cursor.at
    this.#levels.dropKey()
    this.blocks.push(skipBlockScalar(this.#cursor, { indent: this.#levels.indent }))
    this.#simpleKeyAllowed = true
  }

  /** Anchors, aliases, tags, and scalars within a line. */
  #content(char: string): void {
    const cursor = this.#cursor
    this.#startValue()
    this.#value = char === '&' || char === '!' ? undefined : cursor.at
    this.#simpleKeyAllowed = false
    if (char === '"' || char === "'") skipQuoted(cursor, { indent: this.#levels.indent })
    else if (char === '*' || char === '&') skipAnchor(cursor)
    else if (char === '!') skipTag(cursor)
    else this.#simpleKeyAllowed = this.#plain()
  }

  #plain(): boolean {
    if ('@`%|>'.includes(this.#cursor.char!)) this.#cursor.refuse(yamlProblems.BAD_SCALAR_START)
    const inBrackets = this.#levels.flowLevel > 0
    return skipPlain(this.#cursor, { inBrackets, indent: this.#levels.indent, afterComment: this.#afterComment })
  }

  #startValue(): void {
    const { flowLevel, indent } = this.#levels
    const mayBeKey = this.#simpleKeyAllowed && (flowLevel > 0 || this.#cursor.column === indent)
    if (this.#value !== undefined && !mayBeKey) this.#cursor.refuse(yamlProblems.UNEXPECTED_TOKEN)
    if (this.#simpleKeyAllowed) this.#levels.noteKey()
  }
}

const uri = String.raw`(?:[\w;/?:@&=+$,.!~*'()[\]-]|%[\da-fA-F]{2})`
const directive = new RegExp(
  String.raw`%(?:(YAML)[ \t]+1\.1|TAG[ \t]+(!(?:[\w-]*!)?)[ \t]+${uri}+(?=[ \t\r\n]|$))[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|$)`,
  'y',
)
const anchor = /[*&][\w-]+(?=[ \t\r\n?:,\]}%@`]|$)/y
const tag = new RegExp(String.raw`!(?:<${uri}+>|([\w-]*!)?(${uri}*))(?=[ \t\r\n]|$)`, 'y')

const notYaml11 = 'directive is not YAML 1.1, the only version that the kubelet reads: remove it'

/** Skips a directive. Refuses a second one of the same kind: `YAML`, or the same tag handle. */
function skipDirective(cursor: YamlCursor, known: Set<string>): void {
  const { index, 1: version, 2: handle } = cursor.take(directive) ?? cursor.refuse(notYaml11)
  const subject = version ?? handle!
  if (known.has(subject)) cursor.refuse(`directive %${version ?? 'TAG'} is given twice`, index)
  known.add(subject)
}

/**
 * Skips an anchor or an alias. go-yaml needs no space before a colon; to the yaml package such a colon is part of the
 * name.
 */
function skipAnchor(cursor: YamlCursor): void {
  if (cursor.take(anchor) === null) cursor.refuse('anchor or alias has no name, or invalid characters in its name')
  if ('?:%@`'.includes(cursor.char ?? ' ')) cursor.edit(0, ' ')
}

/** Skips a tag. To the yaml package, commas, brackets and exclamation marks end its name. */
function skipTag(cursor: YamlCursor): void {
  const found = cursor.take(tag) ?? cursor.refuse('tag has invalid characters, or a space is missing after it')
  const [, handle, suffix = ''] = found
  if (handle !== undefined && suffix === '') cursor.refuse(yamlProblems.TAG_RESOLVE_FAILED, found.index)
  const escaped = suffix.replaceAll(/[,[\]!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  if (escaped !== suffix) cursor.edit(suffix.length, escaped, cursor.at - suffix.length)
}
