import { maxBytes } from './limits.ts'

/** A change of the text that makes the yaml package continue as go-yaml does. Mostly inserts spaces. */
export interface Edit {
  readonly offset: number
  readonly length: number
  readonly text: string
}

/** Thrown for text that go-yaml refuses and the yaml package may accept. Never leaves this folder. */
export class ScanProblem {
  readonly offset: number
  readonly message: string

  constructor(offset: number, message: string) {
    this.offset = offset
    this.message = message
  }
}

const blank = new Set([' ', '\t'])
const lineBreak = new Set(['\n', '\r'])
const spaces = / */y
const marker = /(?:---|\.\.\.)(?=[ \t\r\n]|$)/y

/** A position in a text that only moves forward. */
export class YamlCursor {
  readonly text: string
  /** By offset. */
  readonly edits: Edit[] = []
  at = 0
  /** From 0. */
  line = 0
  #lineStart = 0
  #added = 0

  constructor(text: string) {
    this.text = text
  }

  get char(): string | undefined {
    return this.text[this.at]
  }

  get column(): number {
    return this.at - this.#lineStart
  }

  refuse(message: string, offset = this.at): never {
    throw new ScanProblem(offset, message)
  }

  isBlank(): boolean {
    return blank.has(this.text[this.at]!)
  }

  isBreak(): boolean {
    return lineBreak.has(this.text[this.at]!)
  }

  /** Whether white space, the end of the line or the end of the text is this many characters ahead. */
  isBlankOrEnd(ahead: number): boolean {
    const char = this.text[this.at + ahead]
    return char === undefined || blank.has(char) || lineBreak.has(char)
  }

  atMarker(): boolean {
    marker.lastIndex = this.at
    return this.column === 0 && marker.test(this.text)
  }

  /** Skips what a sticky expression matches here. */
  take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at
    const found = sticky.exec(this.text)
    if (found !== null) this.at = sticky.lastIndex
    return found
  }

  /** Moves to the next match of a global expression; to the end, and false, without one. */
  seek(global: RegExp): boolean {
    global.lastIndex = this.at
    const found = global.exec(this.text)
    this.at = found?.index ?? this.text.length
    return found !== null
  }

  /** The number of spaces here. */
  spaces(): number {
    spaces.lastIndex = this.at
    return spaces.exec(this.text)![0].length
  }

  edit(length: number, text: string, offset = this.at): void {
    this.#added += text.length
    if (this.#added <= maxBytes) this.edits.push({ offset, length, text })
  }

  /** Skips a comment. go-yaml needs no space before it. */
  comment(): void {
    if (this.char !== '#') return
    if (this.at > 0 && !blank.has(this.text[this.at - 1]!) && this.column > 0) this.edit(0, ' ')
    this.toLineEnd()
  }

  toLineEnd(): void {
    this.seek(/[\r\n]/g)
  }

  newLine(): void {
    this.take(/\r?\n|\r/y)
    this.#lineStart = this.at
    this.line++
  }

  /** The same within brackets or quotes: go-yaml allows any indentation of their lines. */
  continuingLine(indent: number): void {
    this.newLine()
    const width = this.spaces()
    const first = this.text[this.at + width]
    const isEmpty = first === undefined || lineBreak.has(first)
    if (width <= indent && !isEmpty && !this.atMarker()) this.edit(0, ' '.repeat(indent + 2))
  }
}
