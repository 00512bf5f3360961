import type { ServerFact } from '../../cluster/ports/server-messages.ts'
import { Pauses } from '../../loop/pause.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { conditionOf } from '../report/condition-of.ts'
import { heartbeatMs } from '../report/heartbeat.ts'
import { writeReport } from '../report/report.ts'
import { reportOf } from '../report/report-of.ts'
import type { AgentStatus } from '../status/status.ts'
import type { World } from './world.ts'

/** Changes within this time are reported together. */
const togetherMs = 500

interface ReporterOptions {
  readonly version?: string | undefined
  /** Called after each attempt that shows whether the API server stores anything: why not, or undefined. */
  readonly stored: (problem: Fact | undefined) => void
}

/**
 * Keeps the report on the Node equal to the newest status. What cannot be written is written later; what changed in
 * between is left out.
 */
export class Reporter {
  readonly #world: World
  readonly #version: string | undefined
  readonly #stored: (problem: Fact | undefined) => void
  #status: AgentStatus | undefined
  #reported = ''
  #isLimited: boolean | undefined
  #wake = Promise.withResolvers<void>()

  constructor(world: World, { version, stored }: ReporterOptions) {
    this.#world = world
    this.#version = version
    this.#stored = stored
  }

  status(status: AgentStatus): void {
    this.#status = status
    if (this.#text(status) !== this.#reported) this.#wake.resolve()
  }

  limited(isLimited: boolean): void {
    this.#isLimited = isLimited
    if (this.#status !== undefined) this.status(this.#status)
  }

  async run(signal: AbortSignal): Promise<void> {
    const pauses = new Pauses(this.#world)
    while (!signal.aborted) {
      // The port decides whether the heartbeat is due; a random quarter is added.
      await this.#wakeOr(heartbeatMs * (1 + this.#world.random() / 4), signal)
      await this.#world.clock.sleep(togetherMs, signal)
      this.#wake = Promise.withResolvers()
      if (this.#status === undefined) continue
      if (await this.#report(this.#status, signal)) {
        pauses.succeeded()
        continue
      }
      await pauses.afterFailure(signal)
      this.#wake.resolve()
    }
  }

  #text(status: AgentStatus): string {
    return writeReport({ ...reportOf(status, this.#version), policyEnforced: this.#isLimited })
  }

  /** Whether the Node has the report now. */
  async #report(status: AgentStatus, signal: AbortSignal): Promise<boolean> {
    const annotation = this.#text(status)
    try {
      const report = { condition: conditionOf(status), annotation }
      const outcome = await this.#world.cluster.node.report(report, { signal })
      this.#reported = annotation
      if (outcome === 'written') this.#stored(undefined)
      return true
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Failure)) throw error
      if (storesNothing(error.fact)) this.#stored(error.fact)
      return false
    }
  }

  async #wakeOr(ms: number, signal: AbortSignal): Promise<void> {
    const over = Promise.withResolvers<void>()
    const cancel = this.#world.clock.after(ms, over.resolve)
    const stop = (): void => over.reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      signal.throwIfAborted()
      await Promise.race([this.#wake.promise, over.promise])
    } finally {
      cancel()
      signal.removeEventListener('abort', stop)
    }
  }
}

/** An error of the server, and no answer, meet the writes of kubelets, too. A refusal is of this agent alone. */
function storesNothing(fact: Fact): boolean {
  const { reason, status = 0 } = fact as Fact & { readonly status?: number }
  return reason === timedOut || (reason === serverError && status >= 500)
}

const timedOut: ServerFact['reason'] = 'RequestTimedOut'
const serverError: ServerFact['reason'] = 'ServerError'
