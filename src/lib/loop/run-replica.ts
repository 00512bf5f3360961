import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Events } from '../cluster/ports/events.ts'
import type { Leases } from '../cluster/ports/leases.ts'
import { metricsPage, okPage } from '../metrics/page.ts'
import type { Registry } from '../metrics/registry.ts'
import type { Clock } from '../ports/clock.ts'
import { EventRecorder } from './event-recorder.ts'
import type { ObjectEvent } from './events/object-event.ts'
import { compileNothingForSpeed, giveBackMemory, memoryOfProcess, poolNoBuffers } from './give-back-memory.ts'
import { defaultTiming } from './leader-election/config.ts'
import type { ElectionFact } from './leader-election/election-messages.ts'
import { LeaderElector, type Leadership } from './leader-election/leader-elector.ts'
import { type RunningServer, type ServerAddress, servePages } from './page-server.ts'
import { registerProcessMetrics } from './process-metrics.ts'
import { random } from './random.ts'
import type { ReplicaState } from './replica-state.ts'

/** Where a replica runs, and what it may use. */
export interface ReplicaPlace {
  readonly clock: Clock
  readonly events: Events
  /** Other replicas may run: only the one that holds the Lease acts. */
  readonly leaderElect: { readonly leases: Leases } | false
  /** undefined: nowhere. */
  readonly metricsAt: ServerAddress | undefined
  /** Apart from the metrics, so that nobody who reaches these reaches the health as well; undefined: beside them. */
  readonly healthAt: ServerAddress | undefined
}

/** What its controller is called in a cluster. */
export interface ControllerNames {
  /** Of the Lease. */
  readonly name: string
  /** Of its Events. */
  readonly reportingComponent: string
}

/** What the replica shows, and does. */
export interface Replica {
  readonly registry: Registry
  readonly state: ReplicaState
  /** After the state was told. */
  readonly elected: (fact: ElectionFact) => void
  /** What it does while it leads. */
  readonly work: (leadership: Leadership) => Promise<void>
  /** What it does besides, whoever leads, until the signal aborts. */
  readonly always?: ((signal: AbortSignal) => Promise<void>) | undefined
}

/**
 * One of several replicas of a controller, with its servers and its Events, until the signal aborts: then what is under way has ended,
 * and the Lease is released. Rejects with a Failure when it cannot run, or has lost the Lease. `make` gets what makes Events.
 */
export async function runReplica(
  place: ReplicaPlace,
  { name, reportingComponent }: ControllerNames,
  make: (record: (event: ObjectEvent) => void) => Replica,
  signal: AbortSignal,
): Promise<void> {
  const { clock, events } = place
  const identity = `${hostname()}_${randomUUID()}`
  const over = new AbortController()
  /** Without what it does besides, a replica is none. */
  const failed = new AbortController()
  const until = AbortSignal.any([signal, failed.signal])
  const source = { component: reportingComponent, instance: identity }
  const recorder = new EventRecorder({ events, clock, random, source })
  const replica = make((event) => recorder.record(event))
  const { state, work } = replica
  registerProcessMetrics(replica.registry, clock)
  const servers = await serve(place, replica)
  compileNothingForSpeed()
  poolNoBuffers()
  const beside = Promise.all([
    recorder.run(over.signal),
    giveBackMemory(memoryOfProcess(), clock, over.signal),
    replica.always?.(over.signal),
  ]).catch((error: unknown) => {
    if (over.signal.aborted) return
    failed.abort(error)
    throw error
  })
  const report = (fact: ElectionFact): void => {
    state.elected(fact)
    replica.elected(fact)
  }
  const config = { name, identity, timing: defaultTiming, clock, random, report }
  const running = place.leaderElect
    ? new LeaderElector({ ...config, ...place.leaderElect }).run(work, until)
    : workAlone(work, state, until)
  try {
    await Promise.race([running, beside.then(() => running)])
  } finally {
    over.abort(new Error('the replica ends'))
    await Promise.allSettled([running, beside])
    await Promise.all(servers.map((server) => server.close()))
  }
}

/** Nobody takes the lead away, so that what was begun can be undone after the signal, too. */
async function workAlone(
  work: (leadership: Leadership) => Promise<void>,
  state: ReplicaState,
  signal: AbortSignal,
): Promise<void> {
  state.leadsAlone()
  await work({ signal, confirm: () => undefined })
}

async function serve(
  { metricsAt, healthAt }: ReplicaPlace,
  { registry, state }: Replica,
): Promise<readonly RunningServer[]> {
  // It answers, so it runs: a leader that cannot renew its Lease ends by itself.
  const healthPages = { '/healthz': () => okPage, '/readyz': () => state.readyPage }
  const metricsPages = { '/metrics': () => metricsPage(registry) }
  const wanted =
    healthAt === undefined
      ? [{ pages: { ...healthPages, ...metricsPages }, at: metricsAt }]
      : [
          { pages: healthPages, at: healthAt },
          { pages: metricsPages, at: metricsAt },
        ]
  return Promise.all(wanted.flatMap(({ pages, at }) => (at === undefined ? [] : [servePages(pages, at)])))
}
