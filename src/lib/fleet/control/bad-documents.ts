import type { ReportedBad } from '../../agent/report/report.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { agent } from '../../names.ts'
import { type AgentFlowFact, BadDocumentAmbiguous, BadDocumentNotFound } from '../status/agent-flow-messages.ts'
import type { NodeStatus } from '../status/node-status.ts'
import type { Decision } from './control-nodes.ts'

/** A document that the agent of a node does not try again. */
export interface BadOnNode {
  readonly node: string
  readonly bad: ReportedBad
}

export const badDocumentsIn = (rows: readonly NodeStatus[]): readonly BadOnNode[] =>
  rows.flatMap(({ node, report }) => (report?.bad ?? []).map((bad) => ({ node: node.name, bad })))

/**
 * Allows the agents to try documents again: one, or all with undefined. The beginning of a digest is enough. `now`
 * (RFC 3339) makes each request a new one: an agent carries out the same request only once.
 */
export const forgetBad =
  (wanted: string | undefined, now: string) =>
  ({ node, report }: NodeStatus): Decision => {
    const subject = nodeSubject(node.name)
    const annotation = agent.annotation.forgetBad
    if (wanted === undefined) return { control: { annotation, value: `all@${now}` } }
    const digests = (report?.bad ?? []).map(({ digest }) => digest)
    const found = digests.filter((digest) => digest.startsWith(wanted) || withoutAlgorithm(digest).startsWith(wanted))
    const [digest] = found
    const control = { annotation, value: `${digest ?? wanted}@${now}` }
    if (found.length === 1) return { control }
    const fact: AgentFlowFact =
      digest === undefined
        ? BadDocumentNotFound({ subject, digest: wanted })
        : BadDocumentAmbiguous({ subject, digest: wanted, digests: found })
    return { control, failure: new Failure<AgentFlowFact>('invalid', fact) }
  }

const withoutAlgorithm = (digest: string): string => digest.replace(/^v\d+:sha256:/, '')
