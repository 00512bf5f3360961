import { string as argument } from '@oclif/core/args'
import { ClusterCommand } from '../../../lib/cli/shell/cluster-command.ts'
import { type Shown, showDocument, shownDocuments } from '../../../lib/fleet/rollout/show-document.ts'

export default class Show extends ClusterCommand {
  static override summary = 'Print a document of a rollout, byte for byte.'
  static override description = [
    'promoted: what all nodes get that the rollout does not admit; candidate: what is rolled out;',
    'desired: the global document as it is stored, as get --global prints it.',
    'Nothing is redacted: secrets in the document are printed. On a terminal, control characters are escaped.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> rollout show',
    {
      description: 'What the rollout changes:',
      command: 'diff <(<%= config.bin %> rollout show) <(<%= config.bin %> rollout show candidate)',
    },
  ]
  static override args = {
    document: argument({
      description: `One of ${shownDocuments.join(', ')}.`,
      options: [...shownDocuments],
      default: 'promoted',
    }),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Show)
    const cluster = await this.connect(flags)
    const reading = showDocument(cluster, args.document as Shown, this.limits)
    const { name, body, warnings } = await this.during(flags, 'reading', reading)
    await this.sayFacts(flags, { warnings })
    this.print(body)
    this.progress(flags).note(`printed as stored, nothing redacted (configmap/${name})`)
  }
}
