import { agent } from '../../../src/lib/names.ts'
import { kubectl } from '../kubectl.ts'

const withoutCondition = JSON.stringify({ status: { conditions: [{ type: agent.condition, $patch: 'delete' }] } })

/** Removes what agents that are no longer there have reported on these nodes. */
export async function withdrawReports(nodes: readonly string[]): Promise<void> {
  for (const node of nodes) {
    await kubectl(['patch', 'node', node, '--subresource=status', '--type=strategic', `--patch=${withoutCondition}`])
    await kubectl(['annotate', 'node', node, `${agent.annotation.status}-`])
  }
}
