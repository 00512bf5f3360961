import { type DecisionFact, type HealthFact, KubeletCrashLoop, KubeletFailed } from '../model/agent-messages.ts'
import type { ServiceState } from '../model/evidence.ts'
import type { Moment } from '../model/instant.ts'
import { crashesSince } from './probe-history.ts'

/** When the kubelet ended by itself, milliseconds since the boot: the last times, while nothing was on trial or long before. */
export type Ends = readonly number[]

/** A kubelet that ended so long ago has started well since, as for the rescue. */
const rememberedMs = 600_000

interface Sighting {
  readonly before: ServiceState | undefined
  readonly now: ServiceState
  readonly at: Moment
}

/** With those between two sightings of the same boot, as many as `most`. */
export function withEnds(ends: Ends, { before, now, at }: Sighting, most: number): Ends {
  const counted = before && { bootId: at.bootId, restarts: before.restarts }
  const more = Array<number>(Math.min(most, crashesSince(counted, now, at))).fill(at.uptimeMs)
  return recentEnds([...ends, ...more], at).slice(-most)
}

const recentEnds = (ends: Ends, { uptimeMs }: Moment): Ends => ends.filter((end) => uptimeMs - end < rememberedMs)

/** Why a kubelet with which nothing is tried does not run; undefined: it does, as far as that is known. */
export function whyFailing(service: ServiceState, { ends, most, at }: FailingOptions): DecisionFact | undefined {
  const { mainPid, activeState, lastExit } = service
  if (mainPid === 0 && activeState === 'failed') return KubeletFailed({ lastExit })
  return recentEnds(ends, at).length >= most ? KubeletCrashLoop({ lastExit }) : undefined
}

interface FailingOptions {
  readonly ends: Ends
  /** At so many ends it is a loop. */
  readonly most: number
  readonly at: Moment
}

export const isFailing = (reason: string | undefined): boolean => failing.has(reason ?? '')

const failing: ReadonlySet<string> = new Set<HealthFact['reason']>(['KubeletFailed', 'KubeletCrashLoop'])
