import { join } from 'node:path'
import { agentUnit } from '../agent/installed-agent.ts'
import { onNode } from '../node.ts'

/** `freeze`: for some seconds. */
export type Strike = 'kill' | 'freeze'

/** The stages at which the agent was struck, from `act` until nothing was under way any more. */
export async function struckAtEachStage(
  node: string,
  how: Strike,
  act: () => Promise<unknown>,
): Promise<readonly string[]> {
  const program = join(import.meta.dirname, 'strike-at-each-stage.ts')
  const striking = onNode(node, [process.execPath, program, agentUnit, how])
  await act()
  return JSON.parse(await striking) as readonly string[]
}
