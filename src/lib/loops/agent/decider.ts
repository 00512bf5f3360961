import { announcements } from '../../agent/announcements.ts'
import { begin } from '../../agent/begin.ts'
import type { Effect } from '../../agent/effect.ts'
import type { Ending, Sight } from '../../agent/event.ts'
import type { Journal } from '../../agent/journal.ts'
import { journalOf } from '../../agent/journal-of.ts'
import type { State } from '../../agent/state.ts'
import { statusOf } from '../../agent/status-of.ts'
import { step } from '../../agent/step.ts'
import { wakeAt } from '../../agent/wake-at.ts'
import type { Fact } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import { Mailbox } from './mailbox.ts'
import type { Observer } from './observer.ts'
import { perform } from './perform.ts'
import type { Workshop } from './workshop.ts'
import type { World } from './world.ts'

/** Between attempts to write the state, while the disk is full or read-only. */
const retryMs = 10_000

/** Effects that change the node. */
const changesNode: ReadonlySet<Effect['kind']> = new Set(['arm', 'write', 'restart', 'capture-local'])

interface Beginning {
  /** As it was written last; undefined: there is none. */
  readonly journal: Journal | undefined
  readonly shop: Workshop
  readonly observer: Observer
}

/**
 * Decides on one event after the other, and carries out what follows. The state is on disk before the node is changed;
 * only a rollback does not wait for that, because nothing may keep a kubelet from its last known good configuration.
 */
export class Decider {
  readonly #world: World
  readonly #shop: Workshop
  readonly #observer: Observer
  readonly #mail = new Mailbox<Sight | Ending>()
  #state: State
  #effects: readonly Effect[]
  #written: Journal | undefined
  #underWay: Promise<void> = Promise.resolve()
  #cancelTimer = (): void => {}

  constructor(world: World, { journal, shop, observer }: Beginning) {
    const { node, settings, host } = world
    this.#world = world
    this.#shop = shop
    this.#observer = observer
    this.#written = journal
    ;[this.#state, this.#effects] = begin(journal, { node, settings, moment: host.machine.moment() })
  }

  report(what: Sight): void {
    this.#mail.put(what)
  }

  /** Rejects with the signal's reason when it aborts; the effect under way is interrupted, and the state is on disk. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#proceed(this.#effects, signal)
      for (;;) {
        const before = this.#state
        const effects = this.#step(await this.#mail.take(signal))
        await this.#proceed(effects, signal)
        for (const one of announcements(before, this.#state)) this.#observer.announce(one)
      }
    } finally {
      this.#cancelTimer()
      await this.#underWay
      await this.#write()
    }
  }

  #step(what: Sight | Ending): readonly Effect[] {
    const [next, effects] = step(this.#state, { at: this.#world.host.machine.moment(), ...what })
    this.#state = next
    return effects
  }

  async #proceed(effects: readonly Effect[], signal: AbortSignal): Promise<void> {
    const waits =
      journalOf(this.#state).work.kind !== 'RollingBack' && effects.some(({ kind }) => changesNode.has(kind))
    while (!(await this.#write()) && waits) {
      this.#publish()
      await this.#world.clock.sleep(retryMs, signal)
    }
    this.#publish()
    this.#setTimer()
    for (const effect of effects) this.#carryOut(effect, signal)
  }

  /** Effects are carried out one after the other. */
  #carryOut(effect: Effect, signal: AbortSignal): void {
    const end = this.#underWay.then(() => perform(effect, this.#shop, signal))
    this.#underWay = end.then(
      (ending) => {
        this.#observer.ended(ending)
        this.#mail.put(ending)
      },
      (error: unknown) => this.#mail.fail(error),
    )
  }

  /** Whether the state is on disk. */
  async #write(): Promise<boolean> {
    const journal = journalOf(this.#state)
    if (journal === this.#written) return true
    try {
      await this.#world.host.journal.write(journal)
      this.#written = journal
      this.#seeStateFolder(undefined)
      return true
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      this.#seeStateFolder(error.fact)
      return false
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
    const inMs = Math.max(at - this.#world.host.machine.moment().uptimeMs, 0)
    this.#cancelTimer = this.#world.clock.after(inMs, () => this.report({ kind: 'tick' }))
  }
}
