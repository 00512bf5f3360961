import { type Config, local } from '../../../../src/lib/agent/model/config.ts'
import { conditionOf } from '../../../../src/lib/agent/report/condition-of.ts'
import { writeReport } from '../../../../src/lib/agent/report/report.ts'
import { reportOf } from '../../../../src/lib/agent/report/report-of.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { type Target, targetOfConfigMap } from '../../../../src/lib/documents/target.ts'
import { agent } from '../../../../src/lib/names.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { status } from '../../agent/report/statuses.ts'
import { limits, type NodeSketch } from '../../cluster/clusters.ts'

/** What is stored for a target, as an agent that has read it reports it. */
export async function stored(world: InProcess, target: Target): Promise<Config> {
  const found = await world.cluster.documents.read(target, limits)
  if (found === undefined) return local
  const { uid, resourceVersion, stamp } = found
  const digest = stamp.digest ?? ''
  const source = targetOfConfigMap(found.name)!.kind
  return { source, digest, checkpoint: '1'.repeat(64), uid, resourceVersion, revision: stamp.revision }
}

/** What the agent of a node writes to it, with a heartbeat now. */
export function report(world: InProcess, node: string, given: Partial<AgentStatus>): void {
  const now = status({ node, since: world.clock.now(), ...given })
  annotate(world, node, writeReport(reportOf(now)))
  heartbeat(world, node, conditionOf(now))
}

export function annotate(world: InProcess, node: string, text: string): void {
  patch(world, `/api/v1/nodes/${node}`, { metadata: { annotations: { [agent.annotation.status]: text } } })
}

/** A node that comes with such a report, as many nodes at once should. */
export function reporting(name: string, at: number, given: Partial<AgentStatus>): NodeSketch {
  const now = status({ node: name, since: at, ...given })
  const annotations = { [agent.annotation.status]: writeReport(reportOf(now)) }
  return { name, annotations, conditions: [heartbeatAt(at, conditionOf(now))] }
}

function heartbeatAt(instant: number, condition: object) {
  const at = new Date(instant).toISOString().replace(/\.\d+/, '')
  return { type: agent.condition, ...condition, lastHeartbeatTime: at, lastTransitionTime: at }
}

/** Keeps the condition of its own only: it is a list that a merge patch replaces. */
export function heartbeat(world: InProcess, node: string, condition: object): void {
  const conditions = [{ type: 'Ready', status: 'True' }, heartbeatAt(world.clock.now(), condition)]
  patch(world, `/api/v1/nodes/${node}/status`, { status: { conditions } })
}

function patch(world: InProcess, path: string, body: object): void {
  world.asAdmin({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' })
}
