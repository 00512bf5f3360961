import { randomInt, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Leases } from '../../cluster/ports/leases.ts'
import { type RunningServer, serveAgent } from '../../loop/agent-server.ts'
import { lead, type Term } from '../../loop/leader-election/lead.ts'
import { usualTiming } from '../../loop/leader-election/timing.ts'
import type { ServerAddress } from '../../loop/ports/pages-server.ts'
import { systemClock as clock } from '../../machine/clock.ts'
import { reconciler } from '../../names.ts'
import type { OpenCluster } from '../ports/cluster.ts'
import { NodeAnnouncer } from './announcer.ts'
import { type Log, Monitor } from './monitor.ts'
import { livePage, readyPage, reconcilerMetricsPage } from './reconciler-pages.ts'
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
  const announcer = new NodeAnnouncer({ events: cluster.events, clock, random, instance: identity })
  const monitor = new Monitor({ clock, namespace, log, announce: (level, fact) => announcer.announce(level, fact) })
  const servers = await serve(here, monitor)
  const announcing = announcer.run(over.signal).catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  const work = (term: Term) => runReconciler({ cluster, clock, random, observer: monitor }, term)
  const contender = { identity, timing: usualTiming }
  const report = monitor.election.bind(monitor)
  const election = { name: reconciler.name, contender, clock, random, report }
  const running = here.leaderElect
    ? lead({ ...election, ...here.leaderElect }, work, signal)
    : workAlone(work, monitor, signal)
  try {
    await Promise.race([running, announcing.then(() => running)])
  } finally {
    over.abort(new Error('the reconciler ends'))
    await Promise.allSettled([running, announcing])
    await Promise.all(servers.map((server) => server.close()))
  }
}

/** Nobody takes the lead away, so that what is not granted can be reverted after the signal, too. */
async function workAlone(work: (term: Term) => Promise<void>, { tally }: Monitor, signal: AbortSignal): Promise<void> {
  tally.leadsAlone()
  await work({ signal, confirm: () => undefined })
}

async function serve(
  { metricsAt, healthAt, version }: ReconcilerHere,
  { tally }: Monitor,
): Promise<readonly RunningServer[]> {
  const startedAt = clock.now() / 1_000
  const measured = () => {
    const { user, system } = process.cpuUsage()
    return { version, startedAt, cpuSeconds: (user + system) / 1e6, residentBytes: process.memoryUsage.rss() }
  }
  const health = { '/healthz': () => livePage, '/readyz': () => readyPage(tally) }
  const metrics = { '/metrics': () => reconcilerMetricsPage(tally, measured()) }
  const wanted =
    healthAt === undefined
      ? [{ pages: { ...health, ...metrics }, at: metricsAt }]
      : [
          { pages: health, at: healthAt },
          { pages: metrics, at: metricsAt },
        ]
  return Promise.all(wanted.flatMap(({ pages, at }) => (at === undefined ? [] : [serveAgent(pages, at)])))
}

const random = (): number => randomInt(2 ** 30) / 2 ** 30
