import { string as argument } from '@oclif/core/args'
import { bareName } from '../../lib/cli/flags/node-selection.ts'
import { objectOutput, templateFlags } from '../../lib/cli/flags/output-format.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { describeSource, sourceView } from '../../lib/render/source.ts'

export default class Source extends ClusterCommand {
  static override summary = 'Print which kubelet configuration a node gets, and why.'
  static override examples = [
    '<%= config.bin %> source node-a',
    '<%= config.bin %> source node-a -o jsonpath={.document.revision}',
  ]
  static override args = { node: argument({ required: true, description: 'Name of the node.' }) }
  static override flags = { output: objectOutput, ...templateFlags }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Source)
    const cluster = await this.connect(flags)
    const { sourceOf } = await import('../../lib/flows/documents/source.ts')
    const report = await this.during(flags, 'reading', sourceOf(cluster, bareName(args.node), this.limits))
    await this.sayFacts(flags, report)
    const { output } = flags
    if (output === 'text') this.printText(describeSource(report))
    else await this.printObject(report, sourceView, { ...flags, output })
  }
}
