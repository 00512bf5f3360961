import type { YamlCursor } from './yaml-cursor.ts'
import { yamlProblems } from './yaml-problems.ts'

interface Key {
  readonly at: number
  readonly column: number
  /** Its colon has to come in the same line, but for a key after `?`. */
  readonly line: number | 'any'
  /** It stands where the keys of a mapping do, so that it must be one. */
  readonly required: boolean
}

const none: Key = { at: 0, column: 0, line: -1, required: false }

/** A mapping or a list by indentation. */
interface Block {
  readonly column: number
  readonly isList: boolean
  /** Do dashes go on with it, or with the list that is its last value and not indented? */
  takesDashes: boolean
  /** Was there a question mark, and no colon for it yet? */
  asks: boolean
}

/** The blocks and brackets that are open, and for each depth in brackets what may turn out to be a key: a simple key. */
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

  /** How deep in brackets. */
  get flowLevel(): number {
    return this.#keys.length - 1
  }

  /** Where the key starts to which a colon here belongs. */
  get keyColumn(): number | undefined {
    const { line, column } = this.#keys.at(-1)!
    return line === 'any' || line === this.#cursor.line ? column : undefined
  }

  /** Ends blocks that what stands here is not in; were there any? */
  closeBlocks(): boolean {
    const { length } = this.#blocks
    if (this.flowLevel === 0) while (this.indent > this.#cursor.column) this.#blocks.pop()
    return this.#blocks.length < length
  }

  /** A dash, a question mark or the colon after one stands here; false: it cannot. */
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

  /** The colon of a key in its line stands here; false: the key is in the middle of a list. */
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
    if (this.flowLevel === 0) this.#cursor.refuse('bracket or brace closes nothing')
    this.#keys.pop()
  }

  closeAll(): void {
    this.dropKey()
    this.#keys.length = 1
    this.#blocks.length = 0
  }

  /** What comes next may be a key. */
  noteKey(line: Key['line'] = this.#cursor.line): void {
    this.dropKey()
    const { at, column } = this.#cursor
    this.#keys[this.flowLevel] = { at, column, line, required: this.flowLevel === 0 && this.indent === column }
  }

  /** What was noted is no key. */
  dropKey(): void {
    const { at, required } = this.#keys.at(-1)!
    if (required) this.#cursor.refuse(yamlProblems.MULTILINE_IMPLICIT_KEY, at)
    this.foundKey()
  }

  /** What was noted is a key. */
  foundKey(): void {
    this.#keys[this.flowLevel] = none
  }
}
