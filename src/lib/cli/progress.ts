import type { Progress } from '../ports.ts'

/** Only what takes longer than this many milliseconds is worth a line. */
const patience = 1000

/** Notes and warnings are lines; what is being done is one line that comes and goes, and only on a terminal. */
export class StderrProgress implements Progress {
  readonly #quiet: boolean
  #timer: NodeJS.Timeout | undefined
  #shown = false

  constructor({ quiet }: { quiet: boolean }) {
    this.#quiet = quiet
  }

  doing(what: string): void {
    this.done()
    if (this.#quiet || !process.stderr.isTTY) return
    this.#timer = setTimeout(() => {
      this.#shown = true
      process.stderr.write(`${what} …`)
    }, patience)
    this.#timer.unref()
  }

  done(): void {
    clearTimeout(this.#timer)
    if (this.#shown) process.stderr.write('\r\u001b[2K')
    this.#shown = false
  }

  note(text: string): void {
    if (!this.#quiet) this.#line(text)
  }

  warning(text: string): void {
    this.#line(`warning: ${text}`)
  }

  #line(text: string): void {
    this.done()
    process.stderr.write(`${text}\n`)
  }
}
