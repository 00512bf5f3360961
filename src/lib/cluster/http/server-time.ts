import type { Clock } from '../../ports/clock.ts'

/**
 * Whether the API server passes on what another server answers, Date included: a kubelet (`nodes/proxy`), or the server of an
 * aggregated API. Its headers are copied as they are (Go's ReverseProxy, apimachinery/pkg/util/proxy).
 */
export const isPassedOn = (path: string): boolean =>
  path.includes('/proxy/') || path.startsWith('/apis/metrics.k8s.io/')

/** A Date is cut off to a whole second. */
const secondMs = 1_000

/**
 * The clock of an API server, as far as the Date of its last answer tells, and since then by monotonic time: nobody sets it
 * meanwhile. Within the second that a Date leaves open, the own clock tells more.
 */
export class ServerTime {
  readonly #clock: Clock
  #last: { readonly ms: number; readonly at: number } | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Milliseconds since the epoch; by the own clock until an answer has a Date. */
  now(): number {
    if (this.#last === undefined) return this.#clock.now()
    const { ms, at } = this.#last
    return Math.round(ms + (this.#clock.monotonic() - at))
  }

  /** The Date of an answer that begins to arrive. */
  hear(date: string | undefined): void {
    const sent = Date.parse(date ?? '')
    if (Number.isNaN(sent)) return
    const ms = Math.min(Math.max(this.#clock.now(), sent), sent + secondMs - 1)
    this.#last = { ms, at: this.#clock.monotonic() }
  }
}
