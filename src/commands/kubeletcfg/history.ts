import { targetFlags, targetsOf } from '../../lib/cli/flags/flags.ts'
import { isTable, listFlags, listOutput } from '../../lib/cli/flags/output-format.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { systemClock as clock } from '../../lib/host/clock.ts'
import { factsData } from '../../lib/render/facts-data.ts'
import { historyView } from '../../lib/render/history-view.ts'

export default class History extends ClusterCommand {
  static override summary = 'List the earlier revisions of a stored kubelet configuration.'
  static override description = [
    'Each push records its document in a ControllerRevision. Nobody can change it, and it stays when the document is deleted.',
    'The newest 20 are kept, and those that nodes run or return to.',
    'RUNNING is the number of nodes whose kubelet runs it; STATUS says what is stored now, and what nodes rolled back.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> history --global',
    {
      description: 'The text of revision 3:',
      command: `<%= config.bin %> history --node node-a -o jsonpath='{.items[?(@.revision==3)].body}'`,
    },
  ]
  static override flags = { ...targetFlags, output: listOutput, ...listFlags }

  override async run(): Promise<void> {
    const { flags } = await this.parse(History)
    const [target] = targetsOf(flags)
    const cluster = await this.connect(flags)
    const { listHistory } = await import('../../lib/flows/documents/list-history.ts')
    const { rows, warnings } = await this.during(flags, 'reading', listHistory(cluster, target, this.limits))
    await this.sayFacts(flags, { warnings })
    const asList = (items: readonly object[]) => ({ items, warnings: factsData(warnings) })
    await this.printRows(
      rows,
      historyView(() => clock.now()),
      { flags, asList },
    )
    if (rows.length === 0 && isTable(flags.output)) this.progress(flags).note('no revisions are kept')
  }
}
