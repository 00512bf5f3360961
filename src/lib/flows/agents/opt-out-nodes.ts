import type { OptOutMode } from '../../agent/model/opt-out.ts'
import { allDocuments } from '../../documents/precedence.ts'
import { nodeSubject } from '../../fact.ts'
import { agent } from '../../names.ts'
import type { Decision } from './control-nodes.ts'
import type { NodeStatus } from './node-status.ts'

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
    warnings: report?.optOut?.by === 'file' ? [{ reason: 'OptedOutOnNode', subject: nodeSubject(node.name) }] : [],
  })
