import { agent } from '../../names.ts'

/** The longest name of an object. */
const longestName = 253

/**
 * The ServiceAccount of the agent of one node: each has its own, so that a token says which node it is for. undefined: the
 * name of the node is too long for it.
 */
export function serviceAccountOf(node: string): string | undefined {
  const name = `${agent.serviceAccountPrefix}${node}`
  return name.length > longestName ? undefined : name
}
