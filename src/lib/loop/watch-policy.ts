import type { Access } from '../cluster/ports/access.ts'
import { Failure } from '../message/failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Limits } from '../ports/limits.ts'

/** A policy is in force a second after it is bound. */
const againMs = 5_000

interface Watched {
  readonly clock: Pick<Clock, 'sleep'>
  /** Tries, as a dry run, to write what the policy denies: whether it was denied; undefined: it is not known. */
  readonly isDenied: (limits: Limits) => Promise<boolean | undefined>
  /** Called after each attempt that tells. */
  readonly report: (isEnforced: boolean) => void
  /** Milliseconds until the next attempt; undefined: the last one did not tell. */
  readonly pauseMs: (isEnforced: boolean | undefined) => number
}

/**
 * Reports, again and again, whether a policy limits what this program writes: that a policy exists does not say that it is
 * in force. One that is missing is reported after a second look. Rejects with the reason of the signal when it aborts.
 */
export async function watchPolicy(watched: Watched, signal: AbortSignal): Promise<void> {
  const { clock, report, pauseMs } = watched
  for (let wasEnforced = true; ; ) {
    const isEnforced = await attempt(watched, signal)
    if (isEnforced === false && wasEnforced) await clock.sleep(againMs, signal)
    else {
      if (isEnforced !== undefined) report(isEnforced)
      await clock.sleep(pauseMs(isEnforced), signal)
    }
    wasEnforced = isEnforced ?? wasEnforced
  }
}

async function attempt({ isDenied }: Watched, signal: AbortSignal): Promise<boolean | undefined> {
  try {
    return await isDenied({ signal })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return undefined
  }
}

/** Ten minutes, and one while no policy is in force. */
const pauseOfController: Watched['pauseMs'] = (isEnforced) => (isEnforced === false ? 60_000 : 600_000)

/** The same for a controller: a person who runs one is limited by no policy of ours. */
export async function watchPolicyOfController(
  { access, ...watched }: Omit<Watched, 'pauseMs'> & { readonly access: Pick<Access, 'whoAmI'> },
  signal: AbortSignal,
): Promise<void> {
  if (await runsAsServiceAccount(access, { signal }))
    await watchPolicy({ ...watched, pauseMs: pauseOfController }, signal)
}

async function runsAsServiceAccount(access: Pick<Access, 'whoAmI'>, limits: Limits): Promise<boolean> {
  try {
    return (await access.whoAmI(limits)).startsWith('system:serviceaccount:')
  } catch (error) {
    limits.signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return false
  }
}
