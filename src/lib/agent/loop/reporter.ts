import type { ServerFact } from '../../cluster/ports/server-messages.ts'
import { BackOff } from '../../loop/back-off.ts'
import { WakeUp } from '../../loop/wake-up.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { conditionOf } from '../report/condition-of.ts'
import { heartbeatMs } from '../report/heartbeat.ts'
import { writeReport } from '../report/report.ts'
import { reportOf } from '../report/report-of.ts'
import type { AgentStatus } from '../status/status.ts'
import type { AgentDependencies } from './dependencies.ts'

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
  readonly #dependencies: AgentDependencies
  readonly #wakeUp: WakeUp
  readonly #version: string | undefined
  readonly #stored: (problem: Fact | undefined) => void
  #status: AgentStatus | undefined
  #reported = ''
  #isLimited: boolean | undefined

  constructor(dependencies: AgentDependencies, { version, stored }: ReporterOptions) {
    this.#dependencies = dependencies
    this.#wakeUp = new WakeUp(dependencies.clock)
    this.#version = version
    this.#stored = stored
  }

  status(status: AgentStatus): void {
    this.#status = status
    if (this.#news(status) !== this.#reported) this.#wakeUp.call()
  }

  limited(isLimited: boolean): void {
    this.#isLimited = isLimited
    if (this.#status !== undefined) this.status(this.#status)
  }

  async run(signal: AbortSignal): Promise<void> {
    const backOff = new BackOff(this.#dependencies)
    while (!signal.aborted) {
      // The port decides whether the heartbeat is due; a random quarter is added.
      await this.#wakeUp.sleep(heartbeatMs * (1 + this.#dependencies.random() / 4), signal)
      await this.#dependencies.clock.sleep(togetherMs, signal)
      this.#wakeUp.reset()
      if (this.#status === undefined) continue
      if (await this.#report(this.#status, signal)) {
        backOff.reset()
        continue
      }
      await backOff.afterFailure(signal)
      this.#wakeUp.call()
    }
  }

  /** Whoever reads a report knows that a trial goes on: that alone is not written, or each trial would be written many times. */
  #news({ trial, ...status }: AgentStatus): string {
    return this.#text({ ...status, trial: trial && { ...trial, elapsedMs: 0 } })
  }

  #text(status: AgentStatus): string {
    return writeReport({ ...reportOf(status, this.#version), policyEnforced: this.#isLimited })
  }

  /** Whether the Node has the report now. */
  async #report(status: AgentStatus, signal: AbortSignal): Promise<boolean> {
    const annotation = this.#text(status)
    try {
      const report = { condition: conditionOf(status), annotation }
      const outcome = await this.#dependencies.cluster.node.report(report, { signal })
      this.#reported = this.#news(status)
      if (outcome === 'written') this.#stored(undefined)
      return true
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Failure)) throw error
      if (storesNothing(error.fact)) this.#stored(error.fact)
      return false
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
