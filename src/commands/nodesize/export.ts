import { string as argument } from '@oclif/core/args'
import { outputFormat, selector } from '../../lib/cli/flags/flags.ts'
import { selectNodes } from '../../lib/cli/flags/node-selection.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { exportSizes } from '../../lib/sizes/file/export-sizes.ts'
import { exportData } from '../../lib/sizes/file/output.ts'

export default class Export extends ClusterCommand {
  static override summary = 'Print the sizes that nodes are to have as a file for apply.'
  static override description =
    `The file is made for version control: nodes by name, exact sizes, and nothing that changes by itself.
It has what is stored for a node; without that, the size that it has. max stands for all but the floor of the balloon.
Nodes without a balloon are skipped, with a note.`
  static override examples = ['<%= config.bin %> export > sizes.yaml', '<%= config.bin %> export -l pool=batch -o json']
  static override args = { node: argument({ description: 'Name of a node; all nodes without one.', multiple: true }) }
  static override flags = { selector, output: outputFormat(['yaml', 'json']) }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Export)
    const selection = selectNodes(args.node, flags.selector)
    const cluster = await this.connect(flags)
    const found = await this.during(flags, 'reading nodes and pods', exportSizes(cluster, selection, this.limits))
    if (found.missing !== undefined) throw found.missing
    await this.sayFacts(flags, found)
    await this.printData(flags.output, exportData(found))
  }
}
