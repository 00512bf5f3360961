import type { Limits } from '../../../ports/limits.ts'
import type { NodeAccess } from './node-access.ts'

/**
 * Whether a time service sets the clock of the node, as the kernel says (adjtimex, by timedatectl); undefined where
 * timedatectl does not tell. Rejects as NodeAccess does.
 */
export async function clockSynchronized(node: NodeAccess, limits: Limits): Promise<boolean | undefined> {
  const { exit, stdout } = await node.run(['timedatectl', 'show', '--property=NTPSynchronized', '--value'], limits)
  const answer = stdout.trim()
  return exit === 0 && (answer === 'yes' || answer === 'no') ? answer === 'yes' : undefined
}
