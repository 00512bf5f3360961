import { option } from '@oclif/core/flags'
import { selectSomeNodes } from '../../lib/cli/flags/node-selection.ts'
import { waitFlags } from '../../lib/cli/flags/wait-flags.ts'
import { optOut } from '../../lib/fleet/control/opt-out-nodes.ts'
import { awaitedAfterOptOut } from '../../lib/fleet/wait/awaited-documents.ts'
import { ControlCommand, controlFlags, nodesArgs } from '../control-command.ts'

export default class OptOut extends ControlCommand {
  static override summary = 'Keep the agents of nodes from changing their kubelets.'
  static override description = [
    'freeze: the kubelet keeps what it runs. local: it returns to the files and flags of the node, with a restart.',
    'A return that would end pods is held until the node is drained; no flag accepts it.',
    'Writes an annotation of the Node. If the API server is down, run on the node: kubeletcfg agent opt-out',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> opt-out node-a',
    { description: 'Back to the files of the nodes:', command: '<%= config.bin %> opt-out -l pool=batch --mode=local' },
  ]
  static override args = nodesArgs
  static override flags = {
    mode: option({
      options: ['freeze', 'local'] as const,
      default: 'freeze' as const,
      summary: 'freeze: keep what runs; local: return to the files of the node.',
    })(),
    ...waitFlags,
    ...controlFlags,
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(OptOut)
    const { mode } = flags
    await this.control(flags, {
      nodes: selectSomeNodes(args.node, flags),
      decide: optOut(mode),
      ...(flags.wait && { awaited: awaitedAfterOptOut(mode) }),
      after: 'opt-out',
      act: `opt out (${mode})`,
      done: `opted out (${mode})`,
      question: mode === 'local' ? 'Opt out, and restart the kubelets that run a document?' : undefined,
    })
  }
}
