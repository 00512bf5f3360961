import type { Limits } from '../../../ports/limits.ts'
import { systemFiles } from '../system-files.ts'
import { discoverKubelet } from './discover.ts'
import { kubeletServiceOver } from './kubelet-service.ts'
import { type NodeAccess, nodeAccess } from './node-access.ts'
import { rescueConnectionOver, type Wiring } from './rescue-connection.ts'
import { systemFacts } from './system-facts.ts'

interface Folders {
  readonly stateFolder: string
  readonly binFolder: string
}

/** What a diagnosis of this machine looks at. */
export async function thisMachine(places: Folders, version: string, limits: Limits) {
  const node = nodeAccess()
  return {
    machine: { ...(await systemFacts(node, limits)), executable: undefined, version },
    files: systemFiles,
    places,
    discover: (its: Limits) => discoverKubelet(node, its),
    kubeletVersion: (unit: string, its: Limits) => kubeletServiceOver(node, unit).version(its),
    rescueProblem: (rescue: Omit<Wiring, 'isInstalled'>, its: Limits) =>
      rescueConnectionOver(node, { ...rescue, isInstalled: true }).problem(its),
    clockSynchronized: (its: Limits) => clockSynchronized(node, its),
  }
}

/**
 * Whether a time service sets the clock of the node, as the kernel says (adjtimex, by timedatectl); undefined where
 * timedatectl does not tell. Rejects as NodeAccess does.
 */
async function clockSynchronized(node: NodeAccess, limits: Limits): Promise<boolean | undefined> {
  const { exit, stdout } = await node.run(['timedatectl', 'show', '--property=NTPSynchronized', '--value'], limits)
  const answer = stdout.trim()
  return exit === 0 && (answer === 'yes' || answer === 'no') ? answer === 'yes' : undefined
}
