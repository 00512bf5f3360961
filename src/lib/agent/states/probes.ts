import { changedSince, isProven, longestGapMs, type ProbeHistory } from '../health/probe-history.ts'
import type { Work } from '../journal/work.ts'
import type { Config } from '../model/config.ts'
import type { Effect } from '../model/effect.ts'
import { elapsedMs } from '../model/instant.ts'
import type { State } from '../state/state.ts'

interface Subject {
  readonly config: Config
  readonly podsBefore: readonly string[] | undefined
  readonly concernsSandboxes: boolean
  readonly probes: ProbeHistory
}

/** The next look, when it is time for it. */
export function probeEffect(
  state: State,
  { config, podsBefore, concernsSandboxes, probes }: Subject,
): Effect | undefined {
  if (state.at.uptimeMs < nextProbeAt(probes, state)) return undefined
  return { kind: 'probe', config, restartedAt: probes.restartedAt, podsBefore, concernsSandboxes }
}

/** Each probe history begins at a moment of its own. */
export const isProbeOf = ({ restartedAt }: ProbeHistory, probe: Extract<Effect, { kind: 'probe' }>): boolean =>
  probe.restartedAt === restartedAt

/** At once when the process is another one; soon while nothing is proven; then as often as the trial needs. */
export function nextProbeAt(probes: ProbeHistory, { seen, at, settings, journal }: State): number {
  const { last } = probes
  if (last === undefined || elapsedMs(last, at) === undefined) return at.uptimeMs
  const isNews = seen.service !== undefined && seen.serviceAt > last.uptimeMs && changedSince(probes, seen.service)
  return last.uptimeMs + (isNews ? soonestMs : intervalMs(probes, journal.work, settings.trialMs))
}

const soonestMs = 1_000
const unprovenMs = 3_000
const inconclusiveMs = 15_000
const atLeastMs = 5_000
const atMostMs = 30_000

function intervalMs(probes: ProbeHistory, { kind }: Work, trialMs: number): number {
  if (kind === 'DeadEnd') return longestGapMs
  if (probes.last?.finding.kind === 'inconclusive') return inconclusiveMs
  return isProven(probes) ? Math.min(Math.max(trialMs / 40, atLeastMs), atMostMs) : unprovenMs
}
