import { join } from 'node:path'
import { agentUnit } from '../agent/installed-agent.ts'
import { onNode } from '../node.ts'

/** The stages at which the agent was killed, from `act` until nothing was under way any more. */
export async function killedAtEachStage(node: string, act: () => Promise<unknown>): Promise<readonly string[]> {
  const program = join(import.meta.dirname, 'kill-at-each-stage.ts')
  const killing = onNode(node, [process.execPath, program, agentUnit])
  await act()
  return JSON.parse(await killing) as readonly string[]
}
