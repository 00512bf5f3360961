import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import type { CheckAnswer } from '../../rollouts/checks.ts'
import type { Checks } from '../../rollouts/ports/checks.ts'
import type { Rollout } from '../../rollouts/rollout.ts'
import { LastLook } from './last-look.ts'

/** How long an answer counts, milliseconds; a check is not asked again before. */
const answersLastMs = 30_000

/** What the checks of a policy have said last. Answers about one soak say nothing about the next. */
export class AskedChecks {
  readonly #checks: Checks
  readonly #clock: Clock
  readonly #last: LastLook<string, readonly CheckAnswer[]>

  constructor(checks: Checks, clock: Clock) {
    this.#checks = checks
    this.#clock = clock
    this.#last = new LastLook(clock)
  }

  /** undefined: nobody has asked yet, or it is too long ago. */
  answersAbout(rollout: Rollout): readonly CheckAnswer[] | undefined {
    return this.#last.at(soakOf(rollout))
  }

  /** Whether there are new answers. */
  async askAbout(rollout: Rollout, limits: Limits): Promise<boolean> {
    if (rollout.policy === undefined || this.answersAbout(rollout) !== undefined) return false
    // From its beginning on: what a check says is not newer.
    const until = this.#clock.monotonic() + answersLastMs
    const found = await this.#checks.ask(rollout.policy.checks, limits)
    this.#last.keep({ about: soakOf(rollout), found, until })
    return true
  }
}

/** The time in which the nodes of a wave are well, and who is asked about it. */
const soakOf = ({ policy, generation, progress }: Rollout): string =>
  JSON.stringify([generation, progress?.wave, progress?.soaksSince, policy?.checks])
