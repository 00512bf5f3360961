import { nodeSubject } from '../../message/fact.ts'
import { type InstallationProblem, NodeNameContradicted, NodeNameUnknown } from './installation-messages.ts'

/** Where the name of the node can be read. Never from the hostname alone: that may be another one. */
export interface NodeNameClues {
  /** --node-name of the command line. */
  readonly asked: string | undefined
  /** --hostname-override of the kubelet. */
  readonly override: string | undefined
  /** The user of the kubelet's credentials, such as system:node:node-a; undefined when it is not known. */
  readonly user: string | undefined
}

export type NodeNameFound = { readonly name: string } | { readonly refused: InstallationProblem }

const userPrefix = 'system:node:'

/** The name of the Node of this machine. What the kubelet says wins; an operator may only confirm it, or fill it in. */
export function nodeNameOf({ asked, override, user }: NodeNameClues): NodeNameFound {
  const ofUser = user?.startsWith(userPrefix) ? user.slice(userPrefix.length) : undefined
  const known = override?.trim().toLowerCase() || ofUser
  if (known === undefined && asked === undefined) return { refused: NodeNameUnknown() }
  if (known !== undefined && asked !== undefined && known !== asked)
    return { refused: NodeNameContradicted({ subject: nodeSubject(asked), known }) }
  return { name: known ?? asked! }
}
