import { boolean } from '@oclif/core/flags'
import { selectSomeNodes } from '../../lib/cli/flags/node-selection.ts'
import { waitFlags } from '../../lib/cli/flags/wait-flags.ts'
import { optIn } from '../../lib/fleet/control/opt-out-nodes.ts'
import { awaitedAfterOptIn } from '../../lib/fleet/wait/awaited-documents.ts'
import { ControlCommand, controlFlags, nodesArgs } from '../control-command.ts'

export default class OptIn extends ControlCommand {
  static override summary = 'Let the agents of nodes apply documents again.'
  static override description = [
    'Undoes opt-out. The agents then apply the documents of their nodes, with a restart of the kubelet if something changes.',
    'Control-plane nodes ignore the global document unless they are opted in with --global-documents.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> opt-in node-a',
    {
      description: 'The global document also for the control plane:',
      command: '<%= config.bin %> opt-in control-plane --global-documents',
    },
  ]
  static override args = nodesArgs
  static override flags = {
    'global-documents': boolean({ summary: 'Let control-plane nodes get the global document, too.' }),
    ...waitFlags,
    ...controlFlags,
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(OptIn)
    const isGlobal = flags['global-documents']
    await this.control(flags, {
      nodes: selectSomeNodes(args.node, flags),
      decide: optIn(isGlobal),
      ...(flags.wait && { awaited: awaitedAfterOptIn }),
      after: 'opt-in',
      act: isGlobal ? 'opt in (also to the global document)' : 'opt in',
      done: isGlobal ? 'opted in (also to the global document)' : 'opted in',
      question: 'Opt in, and let the agents apply their documents?',
    })
  }
}
