import { smallerOps } from '../../../support/schedules/shrink.ts'
import type { Schedule } from './schedule.ts'

const right = { lagMs: 0, paceMs: 5_000 }

/** With fewer operations, nodes and movers, then with quicker ones, then with better documents. */
export function* smallerThan(schedule: Schedule): Iterable<Schedule> {
  const { ops, nodes, movers, documents, agents, policy } = schedule
  if (ops.length > 3) yield { ...schedule, ops: ops.slice(0, Math.ceil(ops.length / 2)) }
  for (const fewer of smallerOps(ops)) yield { ...schedule, ops: fewer }
  if (nodes.length > 3) yield { ...schedule, nodes: nodes.slice(0, Math.ceil(nodes.length / 2)) }
  for (let index = 0; nodes.length > 1 && index < Math.min(nodes.length, 40); index += 1)
    yield { ...schedule, nodes: nodes.toSpliced(index, 1) }
  for (const [index, node] of nodes.slice(0, 40).entries())
    if (node.order !== undefined || node.kind !== 0)
      yield { ...schedule, nodes: nodes.with(index, { kind: 0, order: undefined }) }
  for (let index = 0; movers.length > 1 && index < movers.length; index += 1)
    yield { ...schedule, movers: movers.toSpliced(index, 1) }
  for (const [index, { lagMs, paceMs }] of movers.entries())
    if (lagMs !== right.lagMs || paceMs !== right.paceMs) yield { ...schedule, movers: movers.with(index, right) }
  if (agents.jitterMs > 0) yield { ...schedule, agents: { ...agents, jitterMs: 0 } }
  if (agents.lagMs > 0) yield { ...schedule, agents: { ...agents, lagMs: 0 } }
  for (const [index, effect] of documents.entries())
    if (effect.does !== 'works') yield { ...schedule, documents: documents.with(index, { does: 'works' }) }
  for (let index = 0; policy.waves.length > 1 && index < policy.waves.length - 1; index += 1)
    yield { ...schedule, policy: { ...policy, waves: policy.waves.toSpliced(index, 1) } }
  if (policy.maxFailures > 1) yield { ...schedule, policy: { ...policy, maxFailures: 1 } }
  if (policy.soakMs > 0) yield { ...schedule, policy: { ...policy, soakMs: 0 } }
}
