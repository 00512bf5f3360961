import { Failure } from '../../failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Expectation, judge, type Verdict } from '../../sizing/verdict.ts'
import { deadline } from './deadline.ts'

export interface SizingWorld {
  readonly cluster: Cluster
  readonly clock: Clock
}

/** What is known of a resize when the waiting ends. */
export type Settled =
  | Exclude<Verdict, { kind: 'waiting' }>
  | { readonly kind: 'silent'; readonly why: string }
  | { readonly kind: 'interrupted' }
  /** Waiting itself has failed; what became of the resize is not known. */
  | { readonly kind: 'broken'; readonly failure: Failure }

/** Wait for the kubelet's verdict on one resize, so many milliseconds at most. Never rejects with a Failure. */
export async function settle(
  { cluster, clock }: SizingWorld,
  { pod, expectation, timeoutMs }: { pod: string; expectation: Expectation; timeoutMs: number },
  { signal }: Limits,
): Promise<Settled> {
  const limit = deadline(clock, timeoutMs, signal)
  let why = 'the kubelet has not answered'
  try {
    for await (const seen of cluster.balloons.watch(pod, { signal: limit.signal })) {
      const verdict = judge(seen, expectation)
      if (verdict.kind !== 'waiting') return verdict
      why = verdict.why
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code !== 'interrupted') return { kind: 'broken', failure: error }
  } finally {
    limit.cancel()
  }
  return limit.passed() ? { kind: 'silent', why } : { kind: 'interrupted' }
}
