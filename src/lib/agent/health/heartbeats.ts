import type { Heartbeats } from '../model/evidence.ts'
import type { Moment } from '../model/instant.ts'
import { type Instant, instantOf } from '../model/instant.ts'

/**
 * What is known of the heartbeats of a node, whichever kubelet wrote them. It lies on times since the boot: a value that
 * was seen before a kubelet was started is not its own, and one that has changed since is. A wall clock only decides
 * within the seconds between two looks, and only when it was not set between them.
 */
export interface HeartbeatHistory {
  readonly lease: SeenHeartbeat | undefined
  readonly ready: SeenHeartbeat | undefined
}

/** One value. It was written after one look began, and before another one ended. */
export interface SeenHeartbeat {
  /** In the wall clock that the node had then: it only tells values apart. */
  readonly value: number
  /** The boot in which its kubelet wrote it, as that says; undefined: it does not, as in a Lease. */
  readonly bootId?: string | undefined
  /** The last look that saw another one. */
  readonly after: Instant | undefined
  /** The first look that saw it. */
  readonly by: Instant
  /**
   * Milliseconds since the boot of `by`, as far as the wall clock says; undefined: it was set meanwhile, as far as that
   * shows. Outside of the time between the two looks, it was written before, and came late or came back.
   */
  readonly wroteAtMs: number | undefined
  /** The last look that saw it, and how far the wall clock was before the time since the boot. */
  readonly seen: Instant & { readonly aheadMs: number }
}

export const noHeartbeats: HeartbeatHistory = { lease: undefined, ready: undefined }

/** A step that is smaller is not noticed. */
const steadyMs = 500
/** How much faster or slower than the uptime NTP lets a wall clock go (500 ppm). */
const slewed = 0.0005

/** After one more look. What could not be read stays as it was. */
export const withHeartbeats = (
  heartbeatsSeen: HeartbeatHistory,
  { lease, ready, readyBootId, asked, answered }: Heartbeats,
): HeartbeatHistory => ({
  lease: withValue(heartbeatsSeen.lease, lease, { asked, answered, bootId: undefined }),
  ready: withValue(heartbeatsSeen.ready, ready, { asked, answered, bootId: readyBootId }),
})

interface Asking extends Pick<SeenHeartbeat, 'bootId'> {
  readonly asked: Moment
  readonly answered: Moment
}

function withValue(
  heartbeat: SeenHeartbeat | undefined,
  value: number | undefined,
  asking: Asking,
): SeenHeartbeat | undefined {
  if (value === undefined) return heartbeat
  const { asked, answered, bootId } = asking
  const seen = { ...instantOf(asked), aheadMs: aheadMs(asked) }
  const isOfOtherBoot = heartbeat?.bootId !== undefined && bootId !== undefined && heartbeat.bootId !== bootId
  if (heartbeat?.value === value && !isOfOtherBoot) return { ...heartbeat, bootId: heartbeat.bootId ?? bootId, seen }
  const after = heartbeat && { bootId: heartbeat.seen.bootId, uptimeMs: heartbeat.seen.uptimeMs }
  return { value, bootId, after, by: instantOf(answered), wroteAtMs: wroteAtMs(value, heartbeat?.seen, asking), seen }
}

function wroteAtMs(
  value: number,
  before: SeenHeartbeat['seen'] | undefined,
  { asked, answered }: Asking,
): number | undefined {
  const inThisBoot = before?.bootId === answered.bootId ? before : undefined
  const ahead = [aheadMs(asked), aheadMs(answered), inThisBoot?.aheadMs ?? []].flat()
  const slewedMs = slewed * (answered.uptimeMs - (inThisBoot ?? asked).uptimeMs)
  if (Math.max(...ahead) - Math.min(...ahead) > steadyMs + slewedMs) return undefined
  return value - aheadMs(answered)
}

const aheadMs = ({ wallMs, uptimeMs }: Moment): number => wallMs - uptimeMs

/** Whether the kubelet that was started then has written it. */
export type Author = 'this' | 'earlier' | 'unknown'

/** Heartbeats in the status of a Node have no fractions of a second. */
const wholeSecondMs = 1_000

/** A kubelet renews its Lease every ten seconds. */
const renewsWithinMs = 60_000

export const authorOfLease = (heartbeat: SeenHeartbeat, started: Instant): Author =>
  afterWatch(authorOf(heartbeat, started, 0), heartbeat, { started, withinMs: renewsWithinMs, repeatedAtMs: undefined })

/** A kubelet reports at least so often: nodeStatusReportFrequency, which newer ones make longer by up to a half. */
const reportsWithinMs = 480_000

export function authorOfStatus(heartbeat: SeenHeartbeat, started: Instant): Author {
  const author = authorOf(heartbeat, started, wholeSecondMs)
  const repeatedAtMs = mayBeRepeatedAt(heartbeat, started)
  const isInDoubt = author === 'earlier' && repeatedAtMs !== undefined && isFirst(repeatedAtMs, started)
  return afterWatch(isInDoubt ? 'unknown' : author, heartbeat, { started, withinMs: reportsWithinMs, repeatedAtMs })
}

/**
 * When the kubelet may have reported in the second in which it, or one before it, had reported already, since the clock was
 * set back meanwhile: the value is the same then. Milliseconds since the boot; undefined: never.
 */
function mayBeRepeatedAt({ value, seen }: SeenHeartbeat, started: Instant): number | undefined {
  if (seen.bootId !== started.bootId) return undefined
  const atMs = value - seen.aheadMs
  return atMs > started.uptimeMs - wholeSecondMs && atMs <= seen.uptimeMs ? atMs : undefined
}

/** Its first report is due right after its start, and tried again until the API server has it. */
const reportsFirstWithinMs = 60_000

const isFirst = (reportedAtMs: number, { uptimeMs }: Instant): boolean =>
  reportedAtMs <= uptimeMs + reportsFirstWithinMs

interface Watch {
  readonly started: Instant
  readonly withinMs: number
  readonly repeatedAtMs: number | undefined
}

/** A value that stays the same for longer than the kubelet would leave it is not its own. */
function afterWatch(author: Author, { by, seen }: SeenHeartbeat, { started, withinMs, repeatedAtMs }: Watch): Author {
  if (author !== 'unknown') return author
  const seenByMs = by.bootId === started.bootId ? by.uptimeMs : 0
  const sinceMs = Math.max(started.uptimeMs, seenByMs, repeatedAtMs ?? 0)
  return seen.uptimeMs - sinceMs > withinMs ? 'earlier' : 'unknown'
}

function authorOf(heartbeat: SeenHeartbeat, started: Instant, truncatedMs: number): Author {
  const { after, by, wroteAtMs } = heartbeat
  const inThisBoot = after?.bootId === started.bootId ? after : undefined
  const startedMs = started.uptimeMs - truncatedMs
  if (inThisBoot !== undefined && inThisBoot.uptimeMs >= started.uptimeMs)
    return wroteAtMs === undefined || isWithin(wroteAtMs, { from: startedMs - steadyMs, by }) ? 'this' : 'unknown'
  if (by.bootId !== started.bootId) return 'earlier'
  const from = (inThisBoot?.uptimeMs ?? Number.NEGATIVE_INFINITY) - wholeSecondMs
  const at = wroteAtMs !== undefined && isWithin(wroteAtMs, { from, by }) ? wroteAtMs : undefined
  const mayBeThis = at !== undefined && at > startedMs
  // The same second of the same clock: the next value tells.
  if (by.uptimeMs <= started.uptimeMs) return mayBeThis ? 'unknown' : 'earlier'
  if (at === undefined || !isOfBoot(heartbeat, started)) return 'unknown'
  // Without a look before it, the kubelet before may have written it in that second, too.
  if (mayBeThis) return inThisBoot === undefined && at < started.uptimeMs ? 'unknown' : 'this'
  // Nor does anybody know whether the clock was set since.
  return inThisBoot === undefined ? 'unknown' : 'earlier'
}

/** As far as a look in this boot, or the kubelet, says: between two boots, a clock may be set by any length, and nobody sees it. */
function isOfBoot({ after, bootId }: SeenHeartbeat, started: Instant): boolean {
  if (after?.bootId === started.bootId || bootId === started.bootId) return true
  return after === undefined && bootId === undefined
}

/** Otherwise an API server that hung has stored it late, or an etcd that was restored has it again. */
const isWithin = (wroteAtMs: number, { from, by }: { from: number; by: Instant }): boolean =>
  wroteAtMs > from && wroteAtMs <= by.uptimeMs + steadyMs
