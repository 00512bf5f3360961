import type { WatchReply } from '../../src/sandbox/interface/request.ts'
import type { VirtualTime } from './virtual-time.ts'

/** All of a body in one chunk, as it would come over the wire. */
export async function* wholeBody(body: unknown): AsyncGenerator<Uint8Array> {
  if (body !== undefined) yield Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** The events of a watch, a line each; those that come together are one chunk. */
export class StreamBody implements AsyncIterable<Uint8Array> {
  readonly #clock: VirtualTime
  #unsubscribe = () => {}
  #lines: string[] = []
  #over = false
  #wake = () => {}

  constructor(reply: WatchReply, clock: VirtualTime) {
    this.#clock = clock
    this.#unsubscribe = reply.subscribe(
      (event) => {
        this.#lines.push(`${JSON.stringify(event)}\n`)
        this.#wake()
      },
      () => this.#end(),
    )
  }

  /** The connection is gone, with what has not been read of it. */
  break(): void {
    this.#lines = []
    this.#end()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      while (true) {
        if (this.#lines.length > 0) yield Buffer.from(this.#lines.splice(0).join(''))
        else if (this.#over) return
        else await this.#more()
      }
    } finally {
      this.break()
    }
  }

  async #more(): Promise<void> {
    using _ = this.#clock.waiting()
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  #end(): void {
    this.#over = true
    this.#unsubscribe()
    this.#wake()
  }
}
