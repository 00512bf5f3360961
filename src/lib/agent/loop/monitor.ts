import type { Log } from '../../loop/log-line.ts'
import type { Fact } from '../../message/fact.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AgentMetrics } from '../metrics/agent-metrics.ts'
import type { Announcement } from '../model/announcement.ts'
import type { EffectResult } from '../model/event.ts'
import type { Phase } from '../model/phase.ts'
import { announcementFact, isWarning } from '../report/event-of.ts'
import type { AgentStatus } from '../status/status.ts'
import { AgentUnlimited, EffectFailed } from './loop-messages.ts'
import type { AgentObserver } from './observer.ts'

/** Decisions come at least every minute: the machine is looked at that often. */
const silentMs = 180_000

/** Watches the agent: for the metrics, for the watchdog, and for the log. */
export class AgentMonitor implements AgentObserver {
  readonly metrics: AgentMetrics
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #log: Log
  #aliveAt: number

  constructor(clock: Pick<Clock, 'monotonic'>, { metrics, log }: { metrics: AgentMetrics; log: Log }) {
    this.metrics = metrics
    this.#clock = clock
    this.#log = log
    this.#aliveAt = clock.monotonic()
  }

  /** Whether the agent makes progress. */
  isAlive(): boolean {
    return this.#clock.monotonic() - this.#aliveAt < silentMs
  }

  status(status: AgentStatus): void {
    const before = this.metrics.status
    this.#aliveAt = this.#clock.monotonic()
    this.metrics.decided(status)
    for (const fact of newProblems(before, status)) this.#log(levelIn(status.phase), fact)
  }

  announce(announcement: Announcement): void {
    const level = isWarning(announcement) ? 'warning' : 'info'
    this.#log(level, announcementFact(announcement))
  }

  ended(ending: EffectResult): void {
    if (ending.kind === 'restarted') this.metrics.restarts.inc()
    if (ending.kind === 'failed') this.warn(EffectFailed({ effect: ending.effect.kind, because: ending.because }))
  }

  limited(isLimited: boolean): void {
    if (!isLimited && this.metrics.isLimited !== false) this.warn(AgentUnlimited())
    this.metrics.isLimited = isLimited
  }

  warn(fact: Fact): void {
    this.#log('warning', fact)
  }
}

/** Waiting is no problem, and the first looks of a trial come before the kubelet can answer. */
const levelIn = (phase: Phase): 'info' | 'warning' => (phase === 'Resolving' || phase === 'Trial' ? 'info' : 'warning')

function newProblems(before: AgentStatus | undefined, { trouble, problem }: AgentStatus): readonly Fact[] {
  const known = [before?.trouble?.reason, before?.problem?.reason]
  return [trouble, problem].filter((fact) => fact !== undefined).filter(({ reason }) => !known.includes(reason))
}
