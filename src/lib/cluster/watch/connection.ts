import type { Failure } from '../../message/failure.ts'
import type { OnConnection } from '../ports/collection.ts'

/** Whether the server of a watch responds. A stream that breaks does not show this: only the next attempt does. */
export class Connection {
  readonly #report: OnConnection
  #isLost = false
  #isOpen = false

  constructor(report: OnConnection = () => {}) {
    this.#report = report
  }

  /** The server has answered. */
  restored(): void {
    this.#isOpen = true
    if (this.#isLost) this.#report(undefined)
    this.#isLost = false
  }

  failed(failure: Failure): void {
    if (this.#isOpen || this.#isLost) return
    this.#isLost = true
    this.#report(failure)
  }

  /** The attempt is over. */
  ended(): void {
    this.#isOpen = false
  }
}
