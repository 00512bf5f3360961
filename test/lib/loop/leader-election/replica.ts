import { defaultTiming } from '../../../../src/lib/loop/leader-election/config.ts'
import type { ElectionFact } from '../../../../src/lib/loop/leader-election/election-messages.ts'
import { LeaderElector, type Leadership } from '../../../../src/lib/loop/leader-election/leader-elector.ts'
import type { Clock } from '../../../../src/lib/ports/clock.ts'
import type { InProcess } from '../../../support/in-process.ts'

/** A clock that is wrong by so much, and begins to count elsewhere. */
export const skewed = (clock: Clock, byMs: number): Clock => ({
  now: () => clock.now() + byMs,
  monotonic: () => clock.monotonic() - byMs,
  sleep: (ms, signal) => clock.sleep(ms, signal),
  after: (ms, run) => clock.after(ms, run),
})

export interface Replica {
  readonly name: string
  readonly facts: ElectionFact[]
  /** `[from, to]` of each time in which it led, in milliseconds of the cluster. */
  readonly spans: [number, number | undefined][]
  /** Sends SIGTERM. */
  readonly end: () => void
  /** As kill -9: nothing that it sends arrives from now on. */
  readonly kill: () => void
  leadership: Leadership | undefined
  readonly outcome: Promise<string>
}

interface Options {
  readonly skewMs?: number
  /** How long its work takes to end. */
  readonly endsInMs?: number
  /** Its work fails so. */
  readonly fails?: Error
  /** Its clocks, other than those of the cluster. */
  readonly clock?: Pick<Clock, 'now' | 'monotonic'>
}

/** A process that wants the lease `lock`, and works while it leads. */
export function startReplica(cluster: InProcess, name: string, options: Options = {}): Replica {
  const { skewMs = 0, endsInMs = 0, fails } = options
  const ending = new AbortController()
  const killed = new AbortController()
  const { clock } = cluster
  const { leases } = cluster.connect()
  const dead = () => new Promise<never>(() => undefined)
  const replica: Replica = {
    name,
    facts: [],
    spans: [],
    end: () => ending.abort(new Error('SIGTERM')),
    kill: () => {
      killed.abort()
      const open = replica.spans.at(-1)
      if (open !== undefined) open[1] ??= clock.now()
    },
    leadership: undefined,
    outcome: Promise.resolve(''),
  }
  const alive = <Value>(ask: () => Promise<Value>): Promise<Value> => (killed.signal.aborted ? dead() : ask())
  const config = {
    leases: {
      namespace: leases.namespace,
      read: (...args: Parameters<typeof leases.read>) => alive(() => leases.read(...args)),
      create: (...args: Parameters<typeof leases.create>) => alive(() => leases.create(...args)),
      update: (...args: Parameters<typeof leases.update>) => alive(() => leases.update(...args)),
    },
    name: 'lock',
    identity: name,
    timing: defaultTiming,
    clock: { ...skewed(clock, skewMs), ...options.clock },
    random: () => 0.5,
    report: (fact: ElectionFact) => void replica.facts.push(fact),
  }
  const work = async (leadership: Leadership): Promise<void> => {
    replica.leadership = leadership
    if (fails !== undefined) throw fails
    const span: [number, number | undefined] = [clock.now(), undefined]
    replica.spans.push(span)
    await new Promise<void>((resolve) => leadership.signal.addEventListener('abort', () => resolve(), { once: true }))
    if (endsInMs > 0) await clock.sleep(endsInMs, new AbortController().signal)
    span[1] ??= clock.now()
  }
  const outcome = new LeaderElector(config).run(work, ending.signal).then(
    () => 'ended',
    (error: { fact?: { reason: string } }) => error.fact?.reason ?? String(error),
  )
  return Object.assign(replica, { outcome })
}

/** Whether two replicas ever spans at the same time. */
export function overlap(replicas: readonly Replica[], until: number): boolean {
  const all = replicas.flatMap(({ spans }) => spans.map(([from, to]) => [from, to ?? until] as const))
  const sorted = all.toSorted(([one], [other]) => one - other)
  return sorted.some(([, to], i) => (sorted[i + 1]?.[0] ?? Number.POSITIVE_INFINITY) < to)
}
