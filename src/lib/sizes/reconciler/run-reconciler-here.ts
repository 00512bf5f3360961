import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Leases } from '../../cluster/ports/leases.ts'
import { EventRecorder } from '../../loop/event-recorder.ts'
import { nodeReference, type ObjectEvent } from '../../loop/events/object-event.ts'
import { compileNothingForSpeed, giveBackMemory, memoryOfProcess } from '../../loop/give-back-memory.ts'
import { defaultTiming } from '../../loop/leader-election/config.ts'
import { LeaderElector, type Leadership } from '../../loop/leader-election/leader-elector.ts'
import type { Level, Log } from '../../loop/log-line.ts'
import { type RunningServer, type ServerAddress, servePages } from '../../loop/page-server.ts'
import { registerProcessMetrics } from '../../loop/process-metrics.ts'
import { random } from '../../loop/random.ts'
import { systemClock as clock } from '../../machine/clock.ts'
import type { Fact } from '../../message/fact.ts'
import { metricsPage, okPage } from '../../metrics/page.ts'
import { reconciler } from '../../names.ts'
import type { OpenCluster } from '../ports/cluster.ts'
import { ReconcilerMonitor } from './monitor.ts'
import type { ReconcilerFact } from './reconciler-messages.ts'
import { ReconcilerMetrics, readyPage } from './reconciler-metrics.ts'
import { runReconciler } from './run-reconciler.ts'

export interface ReconcilerHere {
  readonly cluster: OpenCluster
  readonly namespace: string
  /** Other replicas may run: only the one that holds the Lease acts. */
  readonly leaderElect: { readonly leases: Leases } | false
  /** undefined: nowhere. */
  readonly metricsAt: ServerAddress | undefined
  /** Apart from the metrics, so that nobody who reaches these reaches the health as well; undefined: beside them. */
  readonly healthAt: ServerAddress | undefined
  readonly version: string
  readonly log: Log
}

/**
 * The reconciler of this process, with its server, until the signal aborts: then what is under way has ended, and the
 * Lease is released. Rejects with a Failure when it cannot run, or has lost the Lease.
 */
export async function runReconcilerHere(here: ReconcilerHere, signal: AbortSignal): Promise<void> {
  const { cluster, namespace, log } = here
  const identity = `${hostname()}_${randomUUID()}`
  const over = new AbortController()
  const source = { component: reconciler.reportingComponent, instance: identity }
  const recorder = new EventRecorder({ events: cluster.events, clock, random, source })
  const metrics = new ReconcilerMetrics(here.version)
  registerProcessMetrics(metrics.registry, clock)
  const monitor = new ReconcilerMonitor({
    ...{ clock, namespace, log, metrics },
    announce: (level, fact) => recorder.record(sizeEvent(level, fact)),
  })
  const servers = await serve(here, metrics)
  compileNothingForSpeed()
  const beside = Promise.all([recorder.run(over.signal), giveBackMemory(memoryOfProcess(), clock, over.signal)]).catch(
    (error: unknown) => {
      if (!over.signal.aborted) throw error
    },
  )
  const work = (leadership: Leadership) => runReconciler({ cluster, clock, random, observer: monitor }, leadership)
  const report = monitor.election.bind(monitor)
  const config = { name: reconciler.name, identity, timing: defaultTiming, clock, random, report }
  const running = here.leaderElect
    ? new LeaderElector({ ...config, ...here.leaderElect }).run(work, signal)
    : workAlone(work, metrics, signal)
  try {
    await Promise.race([running, beside.then(() => running)])
  } finally {
    over.abort(new Error('the reconciler ends'))
    await Promise.allSettled([running, beside])
    await Promise.all(servers.map((server) => server.close()))
  }
}

/** Nobody takes the lead away, so that what is not granted can be reverted after the signal, too. */
async function workAlone(
  work: (leadership: Leadership) => Promise<void>,
  metrics: ReconcilerMetrics,
  signal: AbortSignal,
): Promise<void> {
  metrics.leadsAlone()
  await work({ signal, confirm: () => undefined })
}

async function serve(
  { metricsAt, healthAt }: ReconcilerHere,
  metrics: ReconcilerMetrics,
): Promise<readonly RunningServer[]> {
  // It answers, so it runs: a leader that cannot renew its Lease ends by itself.
  const healthPages = { '/healthz': () => okPage, '/readyz': () => readyPage(metrics) }
  const metricsPages = { '/metrics': () => metricsPage(metrics.registry) }
  const wanted =
    healthAt === undefined
      ? [{ pages: { ...healthPages, ...metricsPages }, at: metricsAt }]
      : [
          { pages: healthPages, at: healthAt },
          { pages: metricsPages, at: metricsAt },
        ]
  return Promise.all(wanted.flatMap(({ pages, at }) => (at === undefined ? [] : [servePages(pages, at)])))
}

const reasons: Readonly<Record<string, string>> = {
  SizeRestored: 'NodeSizeRestored',
  NodeOvercommitted: 'NodeSizeGivenBack',
  AllocatableWillShrink: 'NodeSizeGivenBack',
  ResizeNotGrantedInTime: 'NodeResizeReverted',
  BornTooLarge: 'NodeSizeGivenBack',
  NodeNotRestored: 'NodeSizeNotRestored',
  DesiredSizeInvalid: 'NodeSizeUnreadable',
}

/** Of what was done, the reason why tells more. */
function reasonOf(fact: Fact): string {
  const { reason } =
    fact.reason === 'NodeRestored' ? (fact as Extract<ReconcilerFact, { outcome: unknown }>).because : fact
  return reasons[reason] ?? reason
}

/** The Event of what a reconciler reports of a Node. */
export function sizeEvent(level: Level, fact: Fact): ObjectEvent {
  const reason = reasonOf(fact)
  return {
    about: nodeReference(fact.subject?.name ?? ''),
    type: level === 'warning' ? 'Warning' : 'Normal',
    reason,
    action: 'Reconcile',
    fact,
    key: reason,
  }
}
