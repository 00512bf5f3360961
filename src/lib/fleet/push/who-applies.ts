import type { Node } from '../../api/node.ts'
import { allDocuments } from '../../documents/precedence.ts'
import { configMapOf } from '../../documents/target.ts'
import { agent } from '../../names.ts'
import { readingOf } from '../status/node-status.ts'
import { NodesHaveOptedOut, NodesWithoutAgent, NoNodeGetsIt, type PushFact } from './push-messages.ts'
import type { PushStep } from './push-plan.ts'

/** A document that is stored and that nobody applies: nothing would happen, and nobody would learn why. */
export function notApplied(steps: readonly PushStep[], nodes: readonly Node[]): readonly PushFact[] {
  const reached = new Set(steps.flatMap((step) => step.nodes))
  const audience = nodes.filter(({ name }) => reached.has(name))
  const silent = audience.filter((node) => readingOf(node).kind === 'none')
  const optedOut = audience.filter((node) => !silent.includes(node) && hasOptedOut(node))
  return [
    ...steps.flatMap(withoutNode),
    ...about(NodesWithoutAgent, silent, audience.length),
    ...about(NodesHaveOptedOut, optedOut, audience.length),
  ]
}

const withoutNode = ({ target, nodes }: PushStep): readonly PushFact[] =>
  target.kind === 'global' && nodes.length === 0 ? [NoNodeGetsIt({ subject: configMapOf(target) })] : []

const about = (
  message: typeof NodesWithoutAgent | typeof NodesHaveOptedOut,
  nodes: readonly Node[],
  of: number,
): readonly PushFact[] => (nodes.length === 0 ? [] : [message({ nodes: nodes.map(({ name }) => name), of })])

/** Any value but that for all documents counts as an opt-out. That of a file on the node is in the report. */
function hasOptedOut(node: Node): boolean {
  const value = node.annotations[agent.annotation.documents]
  const reading = readingOf(node)
  const isReported = reading.kind === 'report' && reading.report.optOut?.by === 'file'
  return isReported || (value !== undefined && value !== allDocuments)
}
