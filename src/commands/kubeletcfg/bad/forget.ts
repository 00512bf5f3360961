import { string as argument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { selectSomeNodes } from '../../../lib/cli/flags/node-selection.ts'
import { usage } from '../../../lib/cli/usage/usage.ts'
import { forgetBad } from '../../../lib/fleet/control/bad-documents.ts'
import { systemClock as clock } from '../../../lib/machine/clock.ts'
import { ControlCommand, controlFlags } from '../../control-command.ts'

const { all: _nodes, ...ofNodes } = controlFlags

export default class BadForget extends ControlCommand {
  static override summary = 'Let agents try documents again that were rolled back.'
  static override description = [
    'An agent does not try a document again that it has rolled back, until its content or the kubelet changes.',
    'Use this when the cause was elsewhere and is removed, such as a full disk. The document gets a new trial.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> bad forget 390c893b96d9 --node node-a',
    '<%= config.bin %> bad forget --all --selector pool=batch',
  ]
  static override args = { digest: argument({ description: 'Digest of the document, or its beginning.' }) }
  static override flags = {
    node: string({
      summary: 'Name of a node; may be repeated.',
      helpValue: 'NAME',
      multiple: true,
      multipleNonGreedy: true,
    }),
    ...ofNodes,
    all: boolean({ summary: 'Forget all documents.' }),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(BadForget)
    const { digest } = args
    if (digest !== undefined && flags.all) throw usage('ConflictingFlags', 'a digest and --all are mutually exclusive')
    if (digest === undefined && !flags.all)
      throw usage('NoDigest', 'no document given', 'add its digest, as bad list prints it, or --all')
    await this.control(flags, {
      nodes: selectSomeNodes(flags.node, { selector: flags.selector }, 'add --node NAME or --selector'),
      decide: forgetBad(digest, new Date(clock.now()).toISOString()),
      act: 'forget',
      done: 'forgets',
      question: 'Forget, and let the agents try the documents again?',
    })
  }
}
