import { Failure } from '../../message/failure.ts'
import { Bid } from './bid.ts'
import type { Election } from './election.ts'
import {
  type ElectionFact,
  LeaseAcquired,
  LeaseHeldByOther,
  LeaseReleased,
  LeaseRequestFailed,
  subjectOf,
} from './election-messages.ts'
import { Keeper } from './keeper.ts'
import { jitterFactor } from './timing.ts'

/** The time in which one process leads. */
export interface Term {
  /** Aborts with the outer signal, and with a Failure when the lease is lost. */
  readonly signal: AbortSignal
  /**
   * Throws when the lease is lost. Call it before each write: a process that was stopped for a while continues where it
   * was, before its timers run.
   */
  confirm(): void
}

/** For the last requests. Without them, the next leader waits until the lease ends. */
const releaseMs = 5_000

/**
 * Waits until this process leads, and runs `work` for its term. Resolves when the work is done, or after the signal
 * aborts; the lease is released only when the work has ended. Rejects as the work does, and with a Failure when the
 * lease is lost: then the program ends, and is started again.
 */
export async function lead(
  election: Election,
  work: (term: Term) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const bid = new Bid(election)
  const since = await acquire(election, bid, signal)
  if (since === undefined) {
    if (bid.mayHold) await release(election, bid)
    return
  }
  const keeper = new Keeper(election, bid, since)
  const renewing = keeper.run()
  try {
    await work({ signal: AbortSignal.any([signal, keeper.lost]), confirm: () => keeper.confirm() })
    keeper.lost.throwIfAborted()
  } catch (error) {
    keeper.lost.throwIfAborted()
    if (!signal.aborted) throw error
  } finally {
    keeper.stop()
    await renewing
    if (!keeper.lost.aborted) await release(election, bid)
  }
}

/** When the request that won the lease was sent; undefined when the signal aborted first. */
async function acquire(
  { contender, clock, random, report, ...lease }: Election,
  bid: Bid,
  signal: AbortSignal,
): Promise<number | undefined> {
  const subject = subjectOf(lease)
  let reported = ''
  const reportOnce = (fact: ElectionFact, what: string): void => {
    if (what !== reported) report(fact)
    reported = what
  }
  try {
    for (;;) {
      const attempt = await bid.attempt(signal)
      switch (attempt.kind) {
        case 'held':
          // Stopped while the answer was on its way: another one may lead by now.
          if (clock.monotonic() - attempt.since >= contender.timing.renewDeadlineMs) continue
          report(LeaseAcquired({ subject, identity: contender.identity }))
          return attempt.since
        case 'other':
          reportOnce(LeaseHeldByOther({ subject, holder: attempt.holder }), attempt.holder)
          break
        case 'failed':
          reportOnce(LeaseRequestFailed({ subject, because: attempt.because }), attempt.because.reason)
      }
      await clock.sleep(contender.timing.retryPeriodMs * (1 + jitterFactor * random()), signal)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    return undefined
  }
}

async function release(election: Election, bid: Bid): Promise<void> {
  const subject = subjectOf(election)
  const over = new AbortController()
  const cancel = election.clock.after(releaseMs, () => over.abort(new Error('the time for the release is over')))
  try {
    if (await bid.release(over.signal)) election.report(LeaseReleased({ subject }))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    election.report(LeaseRequestFailed({ subject, because: error.fact }))
  } finally {
    cancel()
  }
}
