import { contentType, expositionOf } from '../../metrics/metric.ts'
import type { Page } from '../../metrics/page.ts'
import type { AgentStatus } from '../status/status.ts'
import { agentMetrics, type Measured } from './agent-metrics.ts'

/** What /healthz answers: whether the agent makes progress, not whether its kubelet is healthy. */
export const healthPage = (isAlive: boolean): Page =>
  isAlive ? { status: 200, text: 'ok\n' } : { status: 500, text: 'the agent makes no progress\n' }

/** What /metrics answers; before the first decision there is nothing to report. */
export const metricsPage = (status: AgentStatus | undefined, measured: Measured): Page =>
  status === undefined
    ? { status: 503, text: 'the agent is starting\n' }
    : { status: 200, text: expositionOf(agentMetrics(status, measured)), contentType }
