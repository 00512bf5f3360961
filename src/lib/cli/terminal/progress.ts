import type { Progress } from '../../ports/progress.ts'
import { say, sayAs } from './say.ts'
import type { Style } from './style.ts'
import { visible } from './visible.ts'

/** Work that takes less time is not shown. */
const showAfterMs = 1000

/** Prints notes and warnings, and on a terminal one temporary line about the work in progress. */
export class StderrProgress implements Progress {
  readonly #quiet: boolean
  readonly #style: Style
  #timer: NodeJS.Timeout | undefined
  #shown = false

  constructor({ quiet, style }: { quiet: boolean; style: Style }) {
    this.#quiet = quiet
    this.#style = style
  }

  doing(what: string): void {
    this.done()
    if (this.#quiet || !process.stderr.isTTY) return
    this.#timer = setTimeout(() => {
      this.#shown = true
      process.stderr.write(`${visible(what)} …`)
    }, showAfterMs)
    this.#timer.unref()
  }

  done(): void {
    clearTimeout(this.#timer)
    if (this.#shown) process.stderr.write('\r\u001b[2K')
    this.#shown = false
  }

  note(text: string): void {
    if (this.#quiet) return
    this.done()
    say(text)
  }

  warning(text: string): void {
    this.done()
    sayAs('warning', text, this.#style)
  }
}
