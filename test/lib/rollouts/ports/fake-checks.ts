import { Failure } from '../../../../src/lib/message/failure.ts'
import type { Clock } from '../../../../src/lib/ports/clock.ts'
import { Interrupted } from '../../../../src/lib/ports/limits.ts'
import { answerOf, type CheckReply, held, longestAnswer } from '../../../../src/lib/rollouts/check-answer.ts'
import { CheckSilent, CheckUnreachable } from '../../../../src/lib/rollouts/check-messages.ts'
import type { Check, CheckAnswer } from '../../../../src/lib/rollouts/checks.ts'
import type { Checks } from '../../../../src/lib/rollouts/ports/checks.ts'

/** What a program does. */
export type Behaviour = CheckReply | 'silence' | { readonly error: string }

/** Checks without a network, by a clock of their own. */
export class FakeChecks implements Checks {
  /** The names that were asked at a time. */
  readonly asked: (readonly string[])[] = []
  readonly #clock: Clock
  readonly #behaviour: (check: Check) => Behaviour
  readonly #deadlineMs: number

  constructor(clock: Clock, behaviour: (check: Check) => Behaviour, deadlineMs = 10_000) {
    this.#clock = clock
    this.#behaviour = behaviour
    this.#deadlineMs = deadlineMs
  }

  async ask(checks: readonly Check[], { signal }: { readonly signal: AbortSignal }): Promise<readonly CheckAnswer[]> {
    this.asked.push(checks.map(({ name }) => name))
    return Promise.all(checks.map((check) => this.#answer(check, signal)))
  }

  async #answer(check: Check, signal: AbortSignal): Promise<CheckAnswer> {
    const behaviour = this.#behaviour(check)
    if (behaviour === 'silence') await this.#clock.sleep(this.#deadlineMs, signal).catch(() => undefined)
    if (signal.aborted) throw new Failure('interrupted', Interrupted())
    if (behaviour === 'silence') return held(check.name, CheckSilent({ afterMs: this.#deadlineMs }))
    if ('error' in behaviour) return held(check.name, CheckUnreachable({ text: behaviour.error }))
    const { status, body = '' } = behaviour
    return answerOf(check, { status, body: body.length > longestAnswer ? undefined : body })
  }
}
