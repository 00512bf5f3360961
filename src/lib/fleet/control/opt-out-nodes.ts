import type { OptOutMode } from '../../agent/model/opt-out.ts'
import { allDocuments } from '../../documents/precedence.ts'
import { nodeSubject } from '../../message/fact.ts'
import { agent } from '../../names.ts'
import { OptedOutOnNode } from '../status/agent-flow-messages.ts'
import type { NodeStatus } from '../status/node-status.ts'
import type { Decision } from './control-nodes.ts'

const annotation = agent.annotation.documents

/** The agent changes nothing any longer, or returns to the files of the node. */
export const optOut =
  (mode: OptOutMode) =>
  (_status: NodeStatus): Decision => ({ control: { annotation, value: mode } })

/** The documents of the cluster count again; on a control-plane node also the global one, with `globalDocuments`. */
export const optIn =
  (globalDocuments: boolean) =>
  ({ node, report }: NodeStatus): Decision => ({
    control: { annotation, value: globalDocuments ? allDocuments : null },
    warnings: report?.optOut?.by === 'file' ? [OptedOutOnNode({ subject: nodeSubject(node.name) })] : [],
  })
