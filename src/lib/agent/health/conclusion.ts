import type { Fact } from '../../message/fact.ts'
import { type DecisionFact, KubeletCrashes } from '../model/agent-messages.ts'
import type { Settings } from '../model/settings.ts'
import { isProven, type ProbeHistory } from './probe-history.ts'

/** What a probe history says so far. */
export type Conclusion =
  | { readonly kind: 'open' }
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly because: Fact }
  /** It cannot be found out. `isUnheard`: because of what is heard from the API server, not of the kubelet. */
  | { readonly kind: 'undecided'; readonly because: Fact; readonly isUnheard: boolean }

/** Of a trial. A trial of length 0 passes as soon as the kubelet is proven healthy. */
export function trialConclusion(probes: ProbeHistory, settings: Settings): Conclusion {
  const failure = failureOf(probes, settings)
  if (failure !== undefined) return failure
  if (isProven(probes) && probes.healthyMs >= settings.trialMs) return { kind: 'passed' }
  const finding = probes.last?.finding
  if (finding?.kind !== 'inconclusive' || probes.inconclusiveMs < settings.inconclusiveMs) return { kind: 'open' }
  return { kind: 'undecided', because: finding.because, isUnheard: unheard.has(finding.because.reason) }
}

/** Of a configuration that was good before. It waits without limit for what no configuration can mend. */
export const returnConclusion = (probes: ProbeHistory, settings: Settings): Conclusion =>
  failureOf(probes, settings) ?? { kind: isProven(probes) ? 'passed' : 'open' }

/**
 * A doubt about clocks resolves within minutes: where it is still there at the end of the time, the server was silent for the
 * rest of it.
 */
const unheard: ReadonlySet<string> = new Set<DecisionFact['reason']>([
  'ApiServerSilent',
  'ApiServerReadOnly',
  'HeartbeatInDoubt',
  'MachineShutsDown',
])

/** One look may be wrong: harm must be seen twice. */
function failureOf(probes: ProbeHistory, settings: Settings): Conclusion | undefined {
  const { crashes, harmfulProbes, failingMs, last } = probes
  const because = last?.finding.kind === 'failing' || last?.finding.kind === 'harm' ? last.finding.because : undefined
  if (crashes >= settings.crashThreshold) return failed(KubeletCrashes({ crashes, lastExit: exitIn(because) }))
  if (because === undefined) return undefined
  return harmfulProbes >= 2 || failingMs >= settings.healthDeadlineMs ? { kind: 'failed', because } : undefined
}

const failed = (because: DecisionFact): Conclusion => ({ kind: 'failed', because })

const exitIn = (fact: Fact | undefined): Extract<DecisionFact, { reason: 'KubeletExits' }>['lastExit'] =>
  fact !== undefined && 'lastExit' in fact
    ? (fact as Extract<DecisionFact, { reason: 'KubeletExits' }>).lastExit
    : undefined
