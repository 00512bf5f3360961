import { isStale } from '../../agent/report/heartbeat.ts'
import type { AgentReport, ReportedConfig, ReportedFact } from '../../agent/report/report.ts'
import type { Node } from '../../api/node.ts'
import { ignoresGlobal } from '../../documents/precedence.ts'
import { nodeSubject } from '../../message/fact.ts'
import { rollout } from '../../names.ts'
import { releaseOf } from '../../nodes/releases-of-nodes.ts'
import { type Cause, longest, noDocument } from '../../rollouts/rollout.ts'
import type { NodeReport, RolloutNode } from '../../rollouts/rollout-node.ts'
import { illnessOf, inForce, readingOf } from '../status/node-status.ts'
import { resolverOf } from '../status/resolvers.ts'
import {
  AgentDoesNotReport,
  AgentOptsOut,
  AgentReportsUnreadably,
  type LeftOutFact,
  OwnDocumentCounts,
  RunsControlPlane,
} from './rollout-flow-messages.ts'

/** The nodes of a cluster, as a rollout of the global document sees them. */
export interface RolloutFleet {
  readonly members: readonly RolloutNode[]
  /** The others, each with the reason why a rollout does not concern it. */
  readonly leftOut: readonly LeftOutFact[]
  /** Members whose agents read the global document itself: they do not wait for anything. */
  readonly ahead: readonly string[]
}

interface Known {
  /** Nodes that have a document of their own. */
  readonly own: ReadonlySet<string>
  /** Milliseconds since the epoch, by the clock of the API server. */
  readonly now: number
}

export function rolloutFleet(nodes: readonly Node[], known: Known): RolloutFleet {
  const members: RolloutNode[] = []
  const leftOut: LeftOutFact[] = []
  const ahead: string[] = []
  for (const node of nodes) {
    const why = whyLeftOut(node, known)
    if (why !== undefined) {
      leftOut.push(why)
      continue
    }
    const reading = readingOf(node)
    if (reading.kind !== 'report') continue
    members.push(memberOf(node, reading.report, known.now))
    if (reading.report.followsRollouts !== true) ahead.push(node.name)
  }
  return { members, leftOut, ahead }
}

function whyLeftOut(node: Node, { own }: Known): LeftOutFact | undefined {
  const subject = nodeSubject(node.name)
  if (own.has(node.name)) return OwnDocumentCounts({ subject })
  if (ignoresGlobal(node)) return RunsControlPlane({ subject })
  const reading = readingOf(node)
  if (reading.kind === 'none') return AgentDoesNotReport({ subject })
  if (reading.kind === 'unreadable') return AgentReportsUnreadably({ subject, because: reading.because })
  return reading.report.optOut === undefined ? undefined : AgentOptsOut({ subject })
}

function memberOf(node: Node, report: AgentReport, now: number): RolloutNode {
  return {
    name: node.name,
    createdAt: node.createdAt,
    order: node.labels[rollout.orderLabel],
    stratum: stratumOf(node),
    // What an agent has said last still counts while it is not heard; but nobody knows how its node is.
    ready: node.ready && !isStale(node, now),
    report: nodeReportOf(node, report, now),
  }
}

const stratumOf = (node: Node): string =>
  [
    releaseOf(node),
    node.operatingSystem,
    node.osImage,
    node.labels['kubernetes.io/arch'],
    // containerd://2.1.4
    node.containerRuntime.replace(/:.*/, ''),
    node.labels['topology.kubernetes.io/zone'],
  ].join(' ')

function nodeReportOf(node: Node, report: AgentReport, now: number): NodeReport {
  const { phase, assigned, active, problem, trouble } = report
  const runs = digestOf(active)
  // It keeps what it runs until it knows what it is to run.
  if (assigned === undefined) return { kind: 'working', digest: '', runs }
  const digest = digestOf(assigned)
  const generation = generationOf(report)
  switch (phase) {
    case 'Good':
    case 'Idle': {
      const isIll = illnessOf(report, { stale: isStale(node, now), unreachable: node.unreachable }) === 'Failing'
      const proven = digestOf(inForce(report))
      return isIll
        ? { kind: 'failed', digest: proven, runs, generation, cause: causeOf(trouble) }
        : { kind: 'proven', digest: proven, runs, generation }
    }
    case 'Rejected':
    case 'Held':
    case 'RollingBack':
    case 'RolledBack':
    case 'DeadEnd': {
      const resolver = resolverOf(phase, problem?.reason)
      const isOver = resolver === 'person' || resolver === 'failed'
      return isOver
        ? { kind: 'failed', digest, runs, generation, cause: causeOf(problem) }
        : { kind: 'working', digest, runs, generation }
    }
    default:
      return { kind: 'working', digest, runs, generation }
  }
}

/** An agent that follows a rollout reports the number of its document as the version of what it has read. */
function generationOf({ assigned, gated, generation: ofNone }: AgentReport): number | undefined {
  if (assigned?.source === 'local') return ofNone
  if (gated !== true || assigned?.source !== 'global') return undefined
  const generation = Number(assigned.resourceVersion)
  return Number.isSafeInteger(generation) ? generation : undefined
}

const digestOf = (config: ReportedConfig): string => (config.source === 'local' ? noDocument : config.digest)

const causeOf = (fact: ReportedFact | undefined): Cause | undefined =>
  fact && { reason: fact.reason, message: fact.message.slice(0, longest.message) }
