import { changedSince, isProven, longestGapMs, type Vigil } from '../health/vigil.ts'
import type { Work } from '../journal/work.ts'
import type { Config } from '../model/config.ts'
import type { Effect } from '../model/effect.ts'
import { elapsedMs } from '../model/instant.ts'
import type { State } from '../state/state.ts'

interface Subject {
  readonly config: Config
  readonly podsBefore: readonly string[] | undefined
  readonly concernsSandboxes: boolean
  readonly vigil: Vigil
}

/** The next look, when it is time for it. */
export function lookEffect(
  state: State,
  { config, podsBefore, concernsSandboxes, vigil }: Subject,
): Effect | undefined {
  if (state.at.uptimeMs < nextLookAt(vigil, state)) return undefined
  return { kind: 'look', config, restartedAt: vigil.restartedAt, podsBefore, concernsSandboxes }
}

/** Each vigil begins at a moment of its own. */
export const isLookOf = ({ restartedAt }: Vigil, look: Extract<Effect, { kind: 'look' }>): boolean =>
  look.restartedAt === restartedAt

/** At once when the process is another one; soon while nothing is proven; then as often as the trial needs. */
export function nextLookAt(vigil: Vigil, { seen, at, settings, journal }: State): number {
  const { last } = vigil
  if (last === undefined || elapsedMs(last, at) === undefined) return at.uptimeMs
  const isNews = seen.service !== undefined && seen.serviceAt > last.uptimeMs && changedSince(vigil, seen.service)
  return last.uptimeMs + (isNews ? soonestMs : intervalMs(vigil, journal.work, settings.trialMs))
}

const soonestMs = 1_000
const unprovenMs = 3_000
const inconclusiveMs = 15_000
const atLeastMs = 5_000
const atMostMs = 30_000

function intervalMs(vigil: Vigil, { kind }: Work, trialMs: number): number {
  if (kind === 'DeadEnd') return longestGapMs
  if (vigil.last?.finding.kind === 'inconclusive') return inconclusiveMs
  return isProven(vigil) ? Math.min(Math.max(trialMs / 40, atLeastMs), atMostMs) : unprovenMs
}
