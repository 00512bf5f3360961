import type { Evidence, ServiceState } from '../model/evidence.ts'
import type { Moment } from '../model/instant.ts'
import { elapsedMs, type Instant, instantOf } from '../model/instant.ts'
import { type Finding, isRuntimeDown } from './finding.ts'
import { type HeartbeatHistory, noHeartbeats, withHeartbeats } from './heartbeats.ts'
import { reportedBy } from './reported.ts'

/**
 * What the looks at a kubelet have shown since it was restarted. It counts only time between two looks, and of a long
 * gap (the agent was dead, the machine suspended or off) only a part: that nobody looked proves nothing.
 */
export interface ProbeHistory {
  /** Wall clock of the start of its process: pods and sandboxes that are newer count. */
  readonly restartedAt: number
  /** Of its node, from before its start on; undefined: an earlier version of this program began the probe history. */
  readonly heartbeatsSeen: HeartbeatHistory | undefined
  readonly healthyMs: number
  /** Shrinks while it is healthy. */
  readonly failingMs: number
  readonly inconclusiveMs: number
  /** Automatic restarts that its configuration is to blame for. */
  readonly crashes: number
  /** Of systemd's automatic restarts in this boot, those that were judged already; undefined: it was not seen yet. */
  readonly counted: Counted | undefined
  /** Healthy looks at the same process, one after the other, seconds apart. */
  readonly healthyProbes: number
  /** Looks in a row that showed harm which more time does not heal. */
  readonly harmfulProbes: number
  /** Since it was proven last, a look showed that the container runtime is down: starts that the rescue counts may be due to that. */
  readonly runtimeMissed?: true | undefined
  /** The process that the last look showed; undefined: none, or no look was taken yet. */
  readonly process: Process | undefined
  readonly last: Probe | undefined
}

interface Counted {
  readonly bootId: string
  readonly restarts: number
}

export interface Probe extends Instant {
  readonly finding: Finding
}

interface Process {
  readonly pid: number
  /** Milliseconds since the boot. */
  readonly startedAtMs: number
}

/** More than this between two looks is not counted. */
export const longestGapMs = 60_000

/** Of a gap between two looks that fail: as much as lies between two that follow each other. What was meanwhile, nobody has seen. */
const longestFailingGapMs = 10_000

/** A kubelet that is about to die answers healthz once: only looks that are this far apart prove something. */
const apartMs = 2_000

/** What is known from before a restart. */
type Before = Pick<ProbeHistory, 'heartbeatsSeen'> & Partial<Pick<ProbeHistory, 'last' | 'runtimeMissed'>>

/** Of a process that is still to be looked at. */
export const newProbeHistory = (
  service: ServiceState | undefined,
  at: Moment,
  before: Before | undefined,
): ProbeHistory => ({
  restartedAt: startedAt(service, at) ?? at.wallMs,
  heartbeatsSeen: before?.heartbeatsSeen,
  healthyMs: 0,
  failingMs: 0,
  inconclusiveMs: 0,
  crashes: 0,
  counted: service && { bootId: at.bootId, restarts: service.restarts },
  healthyProbes: 0,
  harmfulProbes: 0,
  runtimeMissed: (before !== undefined && wasWithoutRuntime(before)) || undefined,
  process: undefined,
  last: undefined,
})

/** When it was looked at last, which may have been before the restart. */
const wasWithoutRuntime = ({ last, runtimeMissed }: Omit<Before, 'heartbeatsSeen'>): boolean =>
  last === undefined ? runtimeMissed === true : isRuntimeDown(last.finding)

/** The probe history after one more look at the kubelet. */
export function afterProbe(
  probes: ProbeHistory,
  evidence: Evidence,
  judge: (evidence: Evidence) => Finding,
  at: Moment,
): ProbeHistory {
  const { heartbeats } = evidence
  if (heartbeats === undefined) return watched(probes, judge(evidence), evidence.service, at)
  const heartbeatsSeen = withHeartbeats(probes.heartbeatsSeen ?? noHeartbeats, heartbeats)
  return watched(
    { ...probes, heartbeatsSeen },
    judge(reportedBy(evidence, heartbeatsSeen, at.bootId)),
    evidence.service,
    at,
  )
}

/** The same with what it showed. */
export function watched(probes: ProbeHistory, finding: Finding, service: ServiceState, at: Moment): ProbeHistory {
  const process = processOf(service)
  const gap = Math.min(probes.last === undefined ? 0 : (elapsedMs(probes.last, at) ?? 0), longestGapMs)
  const isHealthy = finding.kind === 'healthy'
  const wasHealthy = probes.last?.finding.kind === 'healthy'
  const wasExcused = isRuntimeDown(probes.last?.finding)
  const isFailing = finding.kind === 'failing' || finding.kind === 'harm'
  const staysHealthy = isHealthy && wasHealthy && isSame(probes.process, process)
  // Without its container runtime, no kubelet runs.
  const ends = wasExcused || isRuntimeDown(finding) ? 0 : crashesSince(probes.counted, service, at)
  const crashes = isUnwatched(probes, at) ? 0 : ends
  const healthyProbes = staysHealthy ? probes.healthyProbes + (gap >= apartMs ? 1 : 0) : isHealthy ? 1 : 0
  const runtimeMissed = isRuntimeDown(finding) || (probes.runtimeMissed === true && !isProven({ healthyProbes }))
  return {
    restartedAt: startedAt(service, at) ?? probes.restartedAt,
    heartbeatsSeen: probes.heartbeatsSeen,
    // A kubelet that ends by itself has to last the whole trial from then on.
    healthyMs: ends > 0 ? 0 : probes.healthyMs + (staysHealthy ? gap : 0),
    failingMs: isFailing
      ? // When it began to fail since then, nobody has seen.
        probes.failingMs + (wasHealthy || wasExcused ? 0 : Math.min(gap, longestFailingGapMs))
      : isHealthy
        ? Math.max(0, probes.failingMs - gap)
        : probes.failingMs,
    inconclusiveMs: probes.inconclusiveMs + (finding.kind === 'inconclusive' ? gap : 0),
    crashes: probes.crashes + crashes,
    counted: { bootId: at.bootId, restarts: service.restarts },
    healthyProbes,
    harmfulProbes: finding.kind === 'harm' ? probes.harmfulProbes + 1 : 0,
    runtimeMissed: runtimeMissed || undefined,
    process,
    last: { ...instantOf(at), finding },
  }
}

/**
 * Since the last look, whatever ended a kubelet was seen by nobody: it may have been a runtime that was down. Nor was what ended one before
 * the first look, which may come long after the restart.
 */
function isUnwatched({ last }: ProbeHistory, at: Moment): boolean {
  const sinceMs = last && elapsedMs(last, at)
  return sinceMs === undefined || sinceMs > longestGapMs
}

/** It answered twice, seconds apart, and is still the same process. */
export const isProven = ({ healthyProbes }: Pick<ProbeHistory, 'healthyProbes'>): boolean => healthyProbes >= 2

/** Whether the process is another one than the one that was looked at last. */
export const isOther = ({ process }: ProbeHistory, service: ServiceState): boolean =>
  !isSame(process, processOf(service))

/** For how long the process had run that the last look showed; 0: there was none. */
export const ranForMs = ({ process, last }: ProbeHistory): number =>
  last === undefined ? 0 : last.uptimeMs - (process?.startedAtMs ?? last.uptimeMs)

/** Whether something happened to it. */
export const changedSince = (probes: ProbeHistory, service: ServiceState): boolean =>
  isOther(probes, service) || probes.counted?.restarts !== service.restarts

/** An administrator's restart sets systemd's count back to 0; a reboot does, too. */
export function crashesSince(
  counted: ProbeHistory['counted'],
  { restarts, lastExit }: ServiceState,
  at: Moment,
): number {
  if (counted === undefined) return 0
  const comparable = counted.bootId === at.bootId && counted.restarts <= restarts
  const automatic = comparable ? restarts - counted.restarts : restarts
  return Math.max(0, automatic - (isBlameless(lastExit) ? 1 : 0))
}

/** HUP, INT, KILL, TERM: somebody, or the kernel for lack of memory, ended it. A kubelet ends itself otherwise. */
const foreignSignals: readonly number[] = [1, 2, 9, 15]

function isBlameless(lastExit: ServiceState['lastExit']): boolean {
  if (lastExit === undefined) return false
  return lastExit.kind === 'exited'
    ? lastExit.status === 0
    : lastExit.kind === 'killed' && foreignSignals.includes(lastExit.status)
}

const processOf = ({ mainPid, startedAtMs }: ServiceState): Process | undefined =>
  mainPid === 0 || startedAtMs === undefined ? undefined : { pid: mainPid, startedAtMs }

/** The time of a start is computed from two clocks, and differs a little each time. */
const isSame = (a: Process | undefined, b: Process | undefined): boolean =>
  a !== undefined && b !== undefined && a.pid === b.pid && Math.abs(a.startedAtMs - b.startedAtMs) < 1_000

const startedAt = (service: ServiceState | undefined, at: Moment): number | undefined =>
  service?.startedAtMs === undefined ? undefined : at.wallMs - (at.uptimeMs - service.startedAtMs)
