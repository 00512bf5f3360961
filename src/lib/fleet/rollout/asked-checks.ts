import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import type { CheckAnswer } from '../../rollouts/checks.ts'
import type { Checks } from '../../rollouts/ports/checks.ts'
import type { Rollout } from '../../rollouts/rollout.ts'

/** How long an answer counts, milliseconds; a check is not asked again before. */
const answersLastMs = 30_000

interface Asked {
  readonly about: string
  /** By the monotonic clock. */
  readonly at: number
  readonly answers: readonly CheckAnswer[]
}

/** What the checks of a policy have said last. Answers about one soak say nothing about the next. */
export class AskedChecks {
  readonly #checks: Checks
  readonly #clock: Clock
  #last: Asked | undefined

  constructor(checks: Checks, clock: Clock) {
    this.#checks = checks
    this.#clock = clock
  }

  /** undefined: nobody has asked yet, or it is too long ago. */
  answersAbout(rollout: Rollout): readonly CheckAnswer[] | undefined {
    const last = this.#last
    if (last === undefined || last.about !== soakOf(rollout)) return undefined
    return this.#clock.monotonic() - last.at < answersLastMs ? last.answers : undefined
  }

  /** Whether there are new answers. */
  async askAbout(rollout: Rollout, limits: Limits): Promise<boolean> {
    if (rollout.policy === undefined || this.answersAbout(rollout) !== undefined) return false
    const at = this.#clock.monotonic()
    const answers = await this.#checks.ask(rollout.policy.checks, limits)
    this.#last = { about: soakOf(rollout), at, answers }
    return true
  }
}

/** The time in which the nodes of a wave are well, and who is asked about it. */
const soakOf = ({ policy, generation, progress }: Rollout): string =>
  JSON.stringify([generation, progress?.wave, progress?.soaksSince, policy?.checks])
