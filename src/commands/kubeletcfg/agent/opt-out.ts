import { option } from '@oclif/core/flags'
import { writeOptOut } from '../../../lib/agent/host/state-folder/opt-out.ts'
import { ownFolder } from '../../../lib/agent/host/state-folder/state-folder.ts'
import { agentFlags } from '../../../lib/cli/flags/agent-flags.ts'
import { BaseCommand } from '../../../lib/cli/shell/base-command.ts'

export default class AgentOptOut extends BaseCommand {
  static override summary = 'On a node: keep its agent from changing the kubelet.'
  static override description = [
    'Writes a file on this machine, as root. It needs neither the API server nor a running agent, and wins over everything.',
    'freeze: the kubelet keeps what it runs. local: it returns to the files and flags of the node, with a restart.',
    'A running agent sees it at once.',
  ].join('\n')
  static override examples = ['<%= config.bin %> agent opt-out', '<%= config.bin %> agent opt-out --mode=local']
  static override flags = {
    mode: option({
      options: ['freeze', 'local'] as const,
      default: 'freeze' as const,
      summary: 'freeze: keep what runs; local: return to the files of the node.',
    })(),
    'state-folder': agentFlags['state-folder'],
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(AgentOptOut)
    await ownFolder(flags['state-folder'])
    await writeOptOut(flags['state-folder'], flags.mode)
    this.print(`this node has opted out (${flags.mode})\n`)
  }
}
