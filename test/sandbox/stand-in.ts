import type { Sandbox } from '../../src/sandbox/interface/cluster.ts'
import type { ApiReply, ApiRequest, WatchEvent } from '../../src/sandbox/interface/request.ts'

type Responder = (request: ApiRequest) => ApiReply

export const answer = (body: unknown, status = 200): ApiReply => ({ kind: 'answer', status, body })

/** A watch whose events the test makes. */
export class Watched {
  each: (event: WatchEvent) => void = () => {}
  done: () => void = () => {}
  /** What the cluster does when somebody watches. */
  onSubscribe: () => void = () => {}
  stops = 0
  readonly #stopped = Promise.withResolvers<void>()
  /** Settles when the watcher has gone. */
  readonly stopped = this.#stopped.promise
  readonly reply: ApiReply = {
    kind: 'watch',
    subscribe: (each, done) => {
      Object.assign(this, { each, done })
      this.onSubscribe()
      return () => {
        this.stops += 1
        this.#stopped.resolve()
      }
    },
  }
}

/** Not a cluster at all: says what the test wants, and remembers what it was asked. */
export class StandIn implements Sandbox {
  readonly requests: ApiRequest[] = []
  readonly calls: string[] = []
  readonly advanced: number[] = []
  #now = 0
  #alarms: { at: number; ring: () => void }[] = []
  #respond: Responder

  constructor(respond: Responder = () => answer({})) {
    this.#respond = respond
  }

  at(instant: number, ring: () => void): void {
    this.#alarms.push({ at: instant, ring })
  }
  now(): number {
    return this.#now
  }
  handle(request: ApiRequest): ApiReply {
    this.requests.push(request)
    return this.#respond(request)
  }
  advance(ms: number): void {
    this.advanced.push(ms)
    this.#now += ms
    const due = this.#alarms.filter(({ at }) => at <= this.#now)
    this.#alarms = this.#alarms.filter(({ at }) => at > this.#now)
    for (const { ring } of due) ring()
  }
  nextDue(): number | undefined {
    return this.#alarms.map(({ at }) => at).toSorted((a, b) => a - b)[0]
  }
  stopKubelet(node: string): void {
    this.calls.push(`stop ${node}`)
  }
  startKubelet(node: string): void {
    this.calls.push(`start ${node}`)
  }
  unavailable(retryAfter: number | undefined, ms?: number): void {
    this.calls.push(`unavailable ${retryAfter} for ${ms}`)
  }
  kubeletDelay(ms: number | undefined): void {
    this.calls.push(`delay ${ms}`)
  }
  latePod(node: string): void {
    this.calls.push(`late pod ${node}`)
  }
  silenceAgent(node: string): void {
    this.calls.push(`silent agent ${node}`)
  }
}
