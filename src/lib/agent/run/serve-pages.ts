import { type RunningServer, type ServerAddress, servePages } from '../../loop/page-server.ts'
import { Failure } from '../../message/failure.ts'
import type { AgentMonitor } from '../loop/monitor.ts'
import { healthPage } from '../metrics/agent-metrics.ts'

/**
 * Serves /metrics and /healthz. Whoever has their port must not keep the agent from its kubelet: it works without them.
 * `at` undefined: nowhere.
 */
export async function serveAgentPages(
  monitor: AgentMonitor,
  at: ServerAddress | undefined,
): Promise<RunningServer | undefined> {
  if (at === undefined) return undefined
  const pages = {
    '/healthz': () => healthPage(monitor.isAlive()),
    '/metrics': () => monitor.metrics.page(),
  }
  try {
    return await servePages(pages, at)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    monitor.warn(error.fact)
    return undefined
  }
}
