import { Queue } from '../../loop/queue.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { begin } from '../begin.ts'
import type { Journal } from '../journal/journal.ts'
import type { Effect } from '../model/effect.ts'
import type { EffectResult, Observation } from '../model/event.ts'
import type { State } from '../state/state.ts'
import { journalOf, mayPrecedeJournal } from '../state/state.ts'
import { announcements } from '../status/announcements.ts'
import { statusOf } from '../status/status-of.ts'
import { step } from '../step.ts'
import { wakeAt } from '../wake-at.ts'
import type { AgentDependencies } from './dependencies.ts'
import type { EffectContext } from './effect-context.ts'
import type { AgentObserver } from './observer.ts'
import { perform } from './perform.ts'

interface Beginning {
  /** As it was written last; undefined: there is none. */
  readonly journal: Journal | undefined
  /** Why there is none although there was. */
  readonly lost: Fact | undefined
  readonly context: EffectContext
  readonly observer: AgentObserver
}

/**
 * Decides on one event after the other, and carries out what follows. The state is on disk before the node is changed,
 * or the effect fails; only a rollback does not need that, because nothing may keep a kubelet from its last known good
 * configuration.
 */
export class Decider {
  readonly #dependencies: AgentDependencies
  readonly #context: EffectContext
  readonly #observer: AgentObserver
  readonly #queue = new Queue<Observation | EffectResult>()
  #state: State
  #effects: readonly Effect[]
  #written: Journal | undefined
  #underWay: Promise<void> = Promise.resolve()
  #cancelTimer = (): void => {}

  constructor(dependencies: AgentDependencies, { journal, lost, context, observer }: Beginning) {
    const { node, settings, host } = dependencies
    this.#dependencies = dependencies
    this.#context = context
    this.#observer = observer
    this.#written = journal
    ;[this.#state, this.#effects] = begin(journal, { node, settings, moment: host.machine.moment(), lost })
  }

  report(what: Observation): void {
    this.#queue.put(what)
  }

  /** Rejects with the signal's reason when it aborts; the effect under way is interrupted, and the state is on disk. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#proceed(this.#effects, signal)
      for (;;) {
        const before = this.#state
        const effects = this.#step(await this.#queue.take(signal))
        await this.#proceed(effects, signal)
        for (const one of announcements(before, this.#state)) this.#observer.announce(one)
      }
    } finally {
      this.#cancelTimer()
      await this.#underWay
      await this.#write()
    }
  }

  #step(what: Observation | EffectResult): readonly Effect[] {
    const [next, effects] = step(this.#state, { at: this.#dependencies.host.machine.moment(), ...what })
    this.#state = next
    return effects
  }

  async #proceed(effects: readonly Effect[], signal: AbortSignal): Promise<void> {
    const problem = await this.#write()
    this.#publish()
    this.#setTimer()
    for (const effect of effects)
      if (problem === undefined || mayPrecedeJournal(this.#state)) this.#carryOut(effect, signal)
      else this.#queue.put({ kind: 'failed', effect, because: problem })
  }

  /** Effects are carried out one after the other. */
  #carryOut(effect: Effect, signal: AbortSignal): void {
    const end = this.#underWay.then(() => perform(effect, this.#context, signal))
    this.#underWay = end.then(
      (ending) => {
        this.#observer.ended(ending)
        this.#queue.put(ending)
      },
      (error: unknown) => this.#queue.fail(error),
    )
  }

  /** Why the state is not on disk; undefined: it is. It is tried again at the next event. */
  async #write(): Promise<Fact | undefined> {
    const journal = journalOf(this.#state)
    if (journal === this.#written) return undefined
    try {
      await this.#dependencies.host.journal.write(journal)
      this.#written = journal
      this.#seeStateFolder(undefined)
      return undefined
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      this.#seeStateFolder(error.fact)
      return error.fact
    }
  }

  #seeStateFolder(problem: Fact | undefined): void {
    if (this.#state.seen.unwritable?.reason !== problem?.reason) this.report({ kind: 'state-folder', problem })
  }

  #publish(): void {
    this.#observer.status(statusOf(this.#state))
  }

  #setTimer(): void {
    this.#cancelTimer()
    const at = wakeAt(this.#state)
    if (at === undefined) return
    const inMs = Math.max(at - this.#dependencies.host.machine.moment().uptimeMs, 0)
    this.#cancelTimer = this.#dependencies.clock.after(inMs, () => this.report({ kind: 'tick' }))
  }
}
