import { Failure } from '../message/failure.ts'
import { type JSONPathFact, JSONPathInvalid, type SyntaxProblem } from './jsonpath-messages.ts'

/** A position in a template. */
export class Cursor {
  readonly template: string
  at = 0

  constructor(template: string) {
    this.template = template
  }

  get rest(): string {
    return this.template.slice(this.at)
  }

  /** The next character; empty at the end. */
  get next(): string {
    const code = this.template.codePointAt(this.at)
    return code === undefined ? '' : String.fromCodePoint(code)
  }

  /** Skips `text` if it is next. */
  skip(text: string): boolean {
    const isNext = this.template.startsWith(text, this.at)
    if (isNext) this.at += text.length
    return isNext
  }

  /** Skips and returns what matches here; undefined when nothing does. The pattern is sticky. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const [found] = pattern.exec(this.template) ?? []
    if (found !== undefined) this.at += found.length
    return found
  }

  /** The problem begins at `from`. */
  failure(problem: SyntaxProblem, part: string, from = this.at): Failure<JSONPathFact> {
    const { template } = this
    const position = [...template.slice(0, from)].length + 1
    return new Failure('usage', JSONPathInvalid({ template, problem, position, part }))
  }
}
