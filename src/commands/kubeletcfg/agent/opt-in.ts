import { writeOptOut } from '../../../lib/agent/host/state-folder/opt-out.ts'
import { agentFlags } from '../../../lib/cli/flags/agent-flags.ts'
import { BaseCommand } from '../../../lib/cli/shell/base-command.ts'

export default class AgentOptIn extends BaseCommand {
  static override summary = 'On a node: let its agent apply documents again.'
  static override description = [
    'Removes the file that agent opt-out wrote, as root. An opt-out by the annotation of the Node still counts.',
    'The agent then applies the document of the node, with a restart of the kubelet if something changes.',
  ].join('\n')
  static override examples = ['<%= config.bin %> agent opt-in']
  static override flags = { 'state-folder': agentFlags['state-folder'] }

  override async run(): Promise<void> {
    const { flags } = await this.parse(AgentOptIn)
    await writeOptOut(flags['state-folder'], undefined)
    this.print('this node has opted in\n')
  }
}
