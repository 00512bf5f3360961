import type { Fact } from '../../message/fact.ts'
import type { Clock } from '../../ports/clock.ts'
import { emptyTally, type Tally, withEntry, withFailedRequest, withRestart } from '../metrics/tally.ts'
import type { Announcement } from '../model/announcement.ts'
import type { Ending } from '../model/event.ts'
import type { Phase } from '../model/phase.ts'
import { announcementFact, isWarning } from '../report/event-of.ts'
import type { AgentStatus } from '../status/status.ts'
import { AgentUnlimited, EffectFailed, type LoopFact } from './loop-messages.ts'
import type { Observer } from './observer.ts'

/** Decisions come at least every minute: the machine is looked at that often. */
const silentMs = 180_000

/** Writes one line of the log. */
export type Log = (level: 'info' | 'warning', fact: Fact) => void

/** Watches the agent: for the metrics, for the watchdog, and for the log. */
export class Monitor implements Observer {
  readonly #clock: Clock
  readonly #log: Log
  #status: AgentStatus | undefined
  #tally: Tally = emptyTally
  #aliveAt: number

  constructor(clock: Clock, log: Log) {
    this.#clock = clock
    this.#log = log
    this.#aliveAt = clock.monotonic()
  }

  /** undefined: nothing is decided yet. */
  get latest(): AgentStatus | undefined {
    return this.#status
  }

  get tally(): Tally {
    return this.#tally
  }

  /** Whether the agent makes progress. */
  isAlive(): boolean {
    return this.#clock.monotonic() - this.#aliveAt < silentMs
  }

  status(status: AgentStatus): void {
    const before = this.#status
    this.#aliveAt = this.#clock.monotonic()
    this.#status = status
    if (before !== undefined && before.phase !== status.phase) this.#tally = withEntry(this.#tally, status.phase)
    for (const fact of newProblems(before, status)) this.#log(levelIn(status.phase), fact)
  }

  announce(announcement: Announcement): void {
    const level = isWarning(announcement) ? 'warning' : 'info'
    this.#log(level, announcementFact(announcement))
  }

  ended(ending: Ending): void {
    if (ending.kind === 'restarted') this.#tally = withRestart(this.#tally)
    if (ending.kind === 'failed') this.warn(EffectFailed({ effect: ending.effect.kind, because: ending.because }))
  }

  limited(isLimited: boolean): void {
    if (!isLimited && this.#tally.isLimited !== false) this.warn(AgentUnlimited())
    this.#tally = { ...this.#tally, isLimited }
  }

  requestFailed(fact: Fact): void {
    this.#tally = withFailedRequest(this.#tally, fact.reason)
  }

  warn(fact: Fact | LoopFact): void {
    this.#log('warning', fact)
  }
}

/** Waiting is no problem, and the first looks of a trial come before the kubelet can answer. */
const levelIn = (phase: Phase): 'info' | 'warning' => (phase === 'Resolving' || phase === 'Trial' ? 'info' : 'warning')

function newProblems(before: AgentStatus | undefined, { trouble, problem }: AgentStatus): readonly Fact[] {
  const known = [before?.trouble?.reason, before?.problem?.reason]
  return [trouble, problem].filter((fact) => fact !== undefined).filter(({ reason }) => !known.includes(reason))
}
