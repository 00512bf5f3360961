import type { BackOffRange } from '../../back-off.ts'
import { BackOff } from '../../loop/back-off.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { renewalInMs, timesOfToken, tokenSeconds } from '../identity/token-times.ts'
import { NodeNotRegistered } from '../model/agent-messages.ts'
import type { Enrollment } from '../ports/enrollment.ts'
import type { TokenFile } from '../ports/token-file.ts'

const pauses: BackOffRange = { firstMs: 30_000, longestMs: 3_600_000 }

export interface Kept {
  readonly node: string
  readonly namespace: string
  readonly serviceAccount: string
  readonly enrollment: Enrollment
  readonly file: TokenFile
  readonly clock: Clock
  /** From 0 to below 1: agents that were installed together do not renew together. */
  readonly random: () => number
  /** Why the last renewal failed; undefined: it did not. */
  readonly report: (failure: Fact | undefined) => void
}

/**
 * Renews the agent's token long before it ends, until the signal aborts; rejects with its reason then. Returns when the
 * file has no token that ends: the credentials are not ours to renew.
 */
export async function keepToken(kept: Kept, signal: AbortSignal): Promise<void> {
  const { clock, random, report } = kept
  const backOff = new BackOff(kept, pauses)
  for (;;) {
    const times = timesOfToken((await kept.file.read()) ?? '')
    if (times === undefined) return
    await clock.sleep(renewalInMs(times, clock.now()) * (1 - random() / 10), signal)
    const failure = await renew(kept, { signal })
    report(failure)
    if (failure === undefined) backOff.reset()
    else await backOff.afterFailure(signal)
  }
}

/** Why it failed; undefined: it did not. */
async function renew(kept: Kept, limits: Limits): Promise<Fact | undefined> {
  const { node, namespace, serviceAccount, enrollment, file } = kept
  try {
    const machine = await enrollment.machineOf(node, limits)
    if (machine === undefined) return NodeNotRegistered()
    const request = { namespace, serviceAccount, node: { name: node, uid: machine.uid }, seconds: tokenSeconds }
    const { token } = await enrollment.requestToken(request, limits)
    await file.write(token)
    return undefined
  } catch (error) {
    limits.signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return error.fact
  }
}
