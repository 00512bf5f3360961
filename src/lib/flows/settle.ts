import type { Clock, Cluster, Limits } from '../ports.ts'
import { type Expectation, judge, type Verdict } from '../sizing/verdict.ts'
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

/** Wait for the kubelet's verdict on one resize, so many milliseconds at most. */
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
  } finally {
    limit.cancel()
  }
  return limit.passed() ? { kind: 'silent', why } : { kind: 'interrupted' }
}
