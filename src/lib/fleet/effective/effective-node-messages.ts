import type { ReportFact } from '../../agent/report/report-messages.ts'
import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { onTheNode } from '../../nodes/read-configz.ts'

/** What to know about where values come from. The subject is the node. */
export type OriginsFact =
  | FactOf<typeof OriginsOnNode>
  | FactOf<typeof NoAgentApplies>
  | FactOf<typeof AgentNotHeard>
  | FactOf<typeof ActiveNotKnown>
  | FactOf<typeof ActiveTextGone>

/** Some come from files or flags of the node. */
export const OriginsOnNode = message(
  'OriginsOnNode',
  ({ subject: { name } }: { subject: Subject }) =>
    `on-node: a file, a drop-in or a flag of the node, which the cluster does not tell apart; ${onTheNode(name)}`,
)

/** No agent reports, so no document is applied. */
export const NoAgentApplies = message(
  'NoAgentApplies',
  ({ subject: { name } }: { subject: Subject }) =>
    `node/${name} has no agent: documents of the cluster have no effect there`,
)

/** Nothing was heard of the agent for long: it may run another document by now. */
export const AgentNotHeard = message(
  'AgentNotHeard',
  ({ subject: { name } }: { subject: Subject }) =>
    `node/${name}: its agent was not heard for long, and another document may be active by now`,
)

/** It is not known which document the kubelet runs. */
export const ActiveNotKnown = message(
  'ActiveNotKnown',
  ({ subject: { name }, because }: { subject: Subject; because: ReportFact }) => ({
    said: `node/${name}: it is not known which document is active, so that its values count as set on the node`,
    because,
  }),
)

/** Neither stored nor in the history. */
export const ActiveTextGone = message(
  'ActiveTextGone',
  ({ subject: { name }, revision }: { subject: Subject; revision: number | undefined }) =>
    `node/${name}: the active document${revision === undefined ? '' : ` (revision ${revision})`} is no longer stored, so that its values count as set on the node`,
)
