import type { YamlCursor } from './yaml-cursor.ts'
import { yamlProblems } from './yaml-problems.ts'

interface Key {
  readonly at: number
  readonly column: number
  /** The line that must have its colon; any line for a key after `?`. */
  readonly line: number | 'any'
  /** It is at the indentation of the keys of a mapping, so it must be a key. */
  readonly required: boolean
}

const none: Key = { at: 0, column: 0, line: -1, required: false }

/** A block mapping or a block list. */
interface Block {
  readonly column: number
  readonly isList: boolean
  /** Whether a dash continues it, or the list that is its last value and is not indented. */
  takesDashes: boolean
  /** Whether there was a question mark without its colon so far. */
  asks: boolean
}

/** The open blocks and brackets, and for each depth of brackets the possible key: a simple key. */
export class YamlLevels {
  readonly #cursor: YamlCursor
  readonly #blocks: Block[] = []
  readonly #keys: Key[] = [none]

  constructor(cursor: YamlCursor) {
    this.#cursor = cursor
  }

  /** Column of the innermost block. */
  get indent(): number {
    return this.#blocks.at(-1)?.column ?? -1
  }

  /** The depth of brackets. */
  get flowLevel(): number {
    return this.#keys.length - 1
  }

  /** The column of the key that a colon here would end. */
  get keyColumn(): number | undefined {
    const { line, column } = this.#keys.at(-1)!
    return line === 'any' || line === this.#cursor.line ? column : undefined
  }

  /** Closes blocks that end before the current column; true if there were any. */
  closeBlocks(): boolean {
    const { length } = this.#blocks
    if (this.flowLevel === 0) while (this.indent > this.#cursor.column) this.#blocks.pop()
    return this.#blocks.length < length
  }

  /** Handles a dash, a question mark or the colon after one; false when it is not allowed here. */
  indicator(char: string, { hasValue }: { hasValue: boolean }): boolean {
    this.dropKey()
    const { column } = this.#cursor
    const block = this.#blocks.at(-1)
    if (block === undefined || block.column < column) {
      const isList = char === '-'
      this.#blocks.push({ column, isList, takesDashes: isList, asks: char === '?' })
      return char !== ':' && !hasValue
    }
    const fits = char === '-' ? block.takesDashes || !hasValue : !block.isList && (char === '?' || block.asks)
    block.takesDashes = char === '-'
    block.asks = char === '?'
    return fits
  }

  /** Handles the colon of a key on its line; false when the key is in the middle of a list. */
  key(column: number): boolean {
    this.foundKey()
    if (this.indent < column) this.#blocks.push({ column, isList: false, takesDashes: false, asks: false })
    const block = this.#blocks.at(-1)!
    block.takesDashes = false
    block.asks = false
    return !block.isList
  }

  openBracket(): void {
    this.#keys.push(none)
  }

  closeBracket(): void {
    if (this.flowLevel === 0) this.#cursor.refuse('closing bracket or brace without an opening one')
    this.#keys.pop()
  }

  closeAll(): void {
    this.dropKey()
    this.#keys.length = 1
    this.#blocks.length = 0
  }

  /** The next text may be a key. */
  noteKey(line: Key['line'] = this.#cursor.line): void {
    this.dropKey()
    const { at, column } = this.#cursor
    this.#keys[this.flowLevel] = { at, column, line, required: this.flowLevel === 0 && this.indent === column }
  }

  /** The noted text is not a key. */
  dropKey(): void {
    const { at, required } = this.#keys.at(-1)!
    if (required) this.#cursor.refuse(yamlProblems.MULTILINE_IMPLICIT_KEY, at)
    this.foundKey()
  }

  /** The noted text is a key. */
  foundKey(): void {
    this.#keys[this.flowLevel] = none
  }
}
