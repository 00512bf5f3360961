import { type Edit, ScanProblem, YamlCursor } from './yaml-cursor.ts'
import { yamlProblems } from './yaml-problems.ts'
import { skipBlockScalar, skipPlain, skipQuoted } from './yaml-scalars.ts'

interface Scanned {
  /** By offset. */
  readonly edits: readonly Edit[]
  readonly problem: ScanProblem | undefined
}

/**
 * Goes once through a stream as the scanner of go-yaml v2 does (goyaml.v2/scannerc.go), up to the first problem. Only what
 * the yaml package does otherwise is looked for; all else that is wrong is left to it.
 */
export function scanYaml(text: string): Scanned {
  const scan = new YamlScan(text)
  try {
    while (scan.token());
    return { edits: scan.edits, problem: undefined }
  } catch (error) {
    if (error instanceof ScanProblem) return { edits: scan.edits, problem: error }
    throw error
  }
}

const directive = /%(?:(YAML)[ \t]+1\.1|TAG[ \t][^\r\n]*)[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|$)/y
const anchor = /[*&][\w-]+(?=[ \t\r\n?:,\]}%@`]|$)/y
const tag = /!(?:<[^ \t\r\n>]+>|[\w;/?:@&=+$.,!~*'()[\]%-]*)(?=[ \t\r\n]|$)/y

/** A simple key has no `?`, and its colon in the same line. */
interface Key {
  readonly column: number
  readonly line: number | 'any'
}

const noKey: Key = { column: 0, line: -1 }

/** What it knows has go-yaml's names: the flow level is the depth in brackets. */
class YamlScan {
  readonly #cursor: YamlCursor
  #simpleKeyAllowed = true
  /** For each flow level what may turn out to be a key. */
  readonly #keys: Key[] = [noKey]
  /** Columns of the block collections that are open. */
  readonly #indents: number[] = []
  #hasVersion = false

  constructor(text: string) {
    this.#cursor = new YamlCursor(text)
  }

  get edits(): readonly Edit[] {
    return this.#cursor.edits
  }

  /** Goes beyond the next token; false: there is none. */
  token(): boolean {
    this.#toNextToken()
    const { char } = this.#cursor
    if (char === undefined) return false
    this.#closeIndents(this.#cursor.column)
    if (this.#marker() || this.#directive(char) || this.#bracket(char) || this.#indicator(char)) return true
    if ((char === '|' || char === '>') && this.#flowLevel === 0) this.#blockScalar()
    else this.#content(char)
    return true
  }

  get #flowLevel(): number {
    return this.#keys.length - 1
  }

  get #indent(): number {
    return this.#indents.at(-1) ?? -1
  }

  #toNextToken(): void {
    const cursor = this.#cursor
    for (;;) {
      while (cursor.char === ' ' || (cursor.char === '\t' && (this.#flowLevel > 0 || !this.#simpleKeyAllowed)))
        cursor.at++
      cursor.comment()
      if (!cursor.isBreak()) break
      if (this.#flowLevel > 0) cursor.continuingLine(this.#indent)
      else {
        cursor.newLine()
        this.#simpleKeyAllowed = true
      }
    }
    if (cursor.char === '\t') cursor.refuse(yamlProblems.TAB_AS_INDENT)
  }

  #closeIndents(column: number): void {
    if (this.#flowLevel === 0) while (this.#indent > column) this.#indents.pop()
  }

  #openIndent(column: number): void {
    if (this.#flowLevel === 0 && this.#indent < column) this.#indents.push(column)
  }

  #marker(): boolean {
    if (!this.#cursor.atMarker()) return false
    this.#cursor.at += 3
    this.#indents.length = 0
    this.#keys.splice(0, Number.POSITIVE_INFINITY, noKey)
    this.#simpleKeyAllowed = false
    this.#hasVersion = false
    return true
  }

  #directive(char: string): boolean {
    const cursor = this.#cursor
    if (cursor.column > 0 || char !== '%') return false
    const found = cursor.take(directive)
    if (found === null)
      return cursor.refuse('directive is not YAML 1.1, which is all that the kubelet reads: remove it')
    const isVersion = found[1] !== undefined
    if (isVersion && this.#hasVersion) cursor.refuse('directive %YAML is given twice', found.index)
    this.#hasVersion ||= isVersion
    return true
  }

  #bracket(char: string): boolean {
    if (char === '[' || char === '{') {
      this.#mayBeKey()
      this.#keys.push(noKey)
      this.#simpleKeyAllowed = true
    } else if (char === ']' || char === '}') {
      if (this.#flowLevel === 0) this.#cursor.refuse('bracket or brace closes nothing')
      this.#keys.pop()
      this.#simpleKeyAllowed = false
    } else return false
    this.#cursor.at++
    return true
  }

  /** Comma, dash, question mark, colon. */
  #indicator(char: string): boolean {
    const cursor = this.#cursor
    const stands = char === ',' || (char !== '-' && this.#flowLevel > 0) || cursor.isBlankOrEnd(1)
    if (!stands || !',-?:'.includes(char)) return false
    if (this.#flowLevel > 0) this.#indicatorInBrackets(char)
    else this.#indicatorInBlock(char)
    cursor.at++
    return true
  }

  #indicatorInBlock(char: string): void {
    const { column, line } = this.#cursor
    const key = this.#keys[0]!
    const isSimple = char === ':' && key.line === line
    this.#simpleKeyAllowed = !isSimple
    if (char === ',') return
    this.#openIndent(isSimple ? key.column : column)
    this.#setKey(noKey)
  }

  #indicatorInBrackets(char: string): void {
    const { column, line } = this.#cursor
    const key = this.#keys.at(-1)!
    if (char === ':' && key.line !== line && key.line !== 'any')
      this.#cursor.refuse(yamlProblems.MULTILINE_IMPLICIT_KEY)
    this.#setKey(char === '?' ? { column, line: 'any' } : noKey)
    this.#simpleKeyAllowed = char === ',' || char === '-'
  }

  #blockScalar(): void {
    skipBlockScalar(this.#cursor, { indent: this.#indent })
    this.#setKey(noKey)
    this.#simpleKeyAllowed = true
  }

  /** Anchors, aliases, tags, and scalars in a line. */
  #content(char: string): void {
    const cursor = this.#cursor
    this.#mayBeKey()
    this.#simpleKeyAllowed = false
    if (char === '"' || char === "'") skipQuoted(cursor, { indent: this.#indent })
    else if (char === '*' || char === '&')
      this.#takeAll(anchor, 'anchor or alias has no name, or one with odd characters')
    else if (char === '!') this.#takeAll(tag, 'tag has characters that no tag has, or a blank is missing after it')
    else this.#simpleKeyAllowed = skipPlain(cursor, { inBrackets: this.#flowLevel > 0, indent: this.#indent })
  }

  #takeAll(sticky: RegExp, otherwise: string): void {
    if (this.#cursor.take(sticky) === null) this.#cursor.refuse(otherwise)
  }

  #mayBeKey(): void {
    const { column, line } = this.#cursor
    if (this.#simpleKeyAllowed) this.#setKey({ column, line })
  }

  #setKey(key: Key): void {
    this.#keys[this.#keys.length - 1] = key
  }
}
