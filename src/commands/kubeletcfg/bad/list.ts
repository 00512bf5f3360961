import { string as argument } from '@oclif/core/args'
import { selector } from '../../../lib/cli/flags/flags.ts'
import { selectNodes } from '../../../lib/cli/flags/node-selection.ts'
import { isTable, listFlags, listOutput } from '../../../lib/cli/flags/output-format.ts'
import { ClusterCommand } from '../../../lib/cli/shell/cluster-command.ts'
import { badDocumentsIn } from '../../../lib/fleet/control/bad-documents.ts'
import { badView } from '../../../lib/fleet/control/bad-view.ts'
import { readStatuses } from '../../../lib/fleet/status/read-statuses.ts'
import { nodesNotFound } from '../../../lib/sizes/resize/survey.ts'

export default class BadList extends ClusterCommand {
  static override summary = 'List the documents that agents have rolled back and do not try again.'
  static override examples = ['<%= config.bin %> bad list', '<%= config.bin %> bad list node-a -o wide']
  static override args = { node: argument({ description: 'Name of a node; all nodes without one.', multiple: true }) }
  static override flags = { selector, output: listOutput, ...listFlags }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(BadList)
    const selection = selectNodes(args.node, flags.selector)
    const cluster = await this.connect(flags)
    const read = readStatuses(cluster, selection, this.limits)
    const { rows, unknown } = await this.during(flags, 'reading nodes', read)
    const bad = badDocumentsIn(rows)
    await this.printRows(
      bad,
      badView(() => cluster.now()),
      { flags },
    )
    if (bad.length === 0 && isTable(flags.output)) this.progress(flags).note('no bad documents are remembered')
    const missing = nodesNotFound(unknown)
    if (missing !== undefined) throw missing
  }
}
