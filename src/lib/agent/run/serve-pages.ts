import { type RunningServer, serveAgent } from '../../loop/agent-server.ts'
import type { ServerAddress } from '../../loop/ports/pages-server.ts'
import { systemClock as clock } from '../../machine/clock.ts'
import { Failure } from '../../message/failure.ts'
import type { Monitor } from '../loop/monitor.ts'
import { healthPage, metricsPage } from '../metrics/agent-metrics.ts'

interface Pages {
  readonly namespace: string
  readonly version: string
  /** undefined: nowhere. */
  readonly metricsAt: ServerAddress | undefined
}

/** Serves /metrics and /healthz. Whoever has their port must not keep the agent from its kubelet: it works without them. */
export async function servePages(
  { metricsAt, namespace, version }: Pages,
  monitor: Monitor,
): Promise<RunningServer | undefined> {
  if (metricsAt === undefined) return undefined
  const startedAt = clock.now() / 1_000
  const measured = () => {
    const { user, system } = process.cpuUsage()
    return {
      ...{ namespace, version, startedAt, tally: monitor.tally },
      cpuSeconds: (user + system) / 1e6,
      residentBytes: process.memoryUsage.rss(),
    }
  }
  const pages = {
    '/healthz': () => healthPage(monitor.isAlive()),
    '/metrics': () => metricsPage(monitor.latest, measured()),
  }
  try {
    return await serveAgent(pages, metricsAt)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    monitor.warn(error.fact)
    return undefined
  }
}
