import type { Progress } from '../../ports/progress.ts'
import { say, sayAs } from './say.ts'
import type { Style } from './style.ts'
import { visible } from './visible.ts'

/** Work that takes less time is not shown. */
const showAfterMs = 1000
const eraseLine = '\r\u001b[2K'

/** Prints notes and warnings, and on a terminal one temporary line about the work in progress. */
export class StderrProgress implements Progress {
  readonly #quiet: boolean
  readonly #style: Style
  #what = ''
  #timer: NodeJS.Timeout | undefined
  #shown = false

  constructor({ quiet, style }: { quiet: boolean; style: Style }) {
    this.#quiet = quiet
    this.#style = style
  }

  doing(what: string): void {
    this.#what = what
    if (this.#shown) this.#show()
    if (this.#timer !== undefined || this.#quiet || !process.stderr.isTTY) return
    this.#timer = setTimeout(() => this.#show(), showAfterMs)
    this.#timer.unref()
  }

  done(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#shown) process.stderr.write(eraseLine)
    this.#shown = false
  }

  #show(): void {
    process.stderr.write(`${this.#shown ? eraseLine : ''}${visible(this.#what)} …`)
    this.#shown = true
  }

  note(text: string): void {
    if (this.#quiet) return
    this.done()
    say(text)
  }

  hint(text: string): void {
    if (this.#quiet) return
    this.done()
    sayAs('hint', text, this.#style)
  }

  warning(text: string): void {
    this.done()
    sayAs('warning', text, this.#style)
  }
}
