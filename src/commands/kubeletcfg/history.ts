import { integer } from '@oclif/core/flags'
import { targetFlags, targetsOf } from '../../lib/cli/flags/flags.ts'
import { isTable, type ListFormat, listFlags, listOutput } from '../../lib/cli/flags/output-format.ts'
import type { DataFormat } from '../../lib/cli/output/serialize.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import type { Cluster } from '../../lib/connect/cluster.ts'
import type { HistoryDiffRequest } from '../../lib/fleet/history/diff-history.ts'
import { describeHistoryDiff, historyDiffData } from '../../lib/fleet/history/history-diff.ts'
import { historyView } from '../../lib/fleet/history/history-view.ts'
import { factsData } from '../../lib/output/facts-data.ts'

export default class History extends ClusterCommand {
  static override summary = 'List the earlier revisions of a stored kubelet configuration.'
  static override description = [
    'Each push records its document in a ControllerRevision. Nobody can change it, and it stays when the document is deleted.',
    'The newest 20 are kept, and those that nodes run or return to.',
    'RUNNING is the number of nodes whose kubelet runs it; STATUS says what is stored now, and what nodes rolled back.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> history --global',
    '<%= config.bin %> history --global --diff 3 5',
    {
      description: 'The text of revision 3:',
      command: `<%= config.bin %> history --node node-a -o jsonpath='{.items[?(@.revision==3)].body}'`,
    },
  ]
  static override flags = {
    ...targetFlags,
    diff: integer({
      summary: 'Compare two revisions by field, or one with the newest: --diff 3 5.',
      helpValue: 'REVISION',
      multiple: true,
      min: 0,
    }),
    output: listOutput,
    ...listFlags,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(History)
    const [target] = targetsOf(flags)
    const compared = flags.diff && revisionsToCompare(flags.diff, flags.output)
    const cluster = await this.connect(flags)
    if (compared !== undefined) return this.#diff(cluster, { target, ...compared }, flags)
    const { listHistory } = await import('../../lib/fleet/history/list-history.ts')
    const { rows, warnings } = await this.during(flags, 'reading', listHistory(cluster, target, this.limits))
    await this.sayFacts(flags, { warnings })
    const asList = (items: readonly object[]) => ({ items, warnings: factsData(warnings) })
    await this.printRows(
      rows,
      historyView(() => cluster.now()),
      { flags, asList },
    )
    if (rows.length === 0 && isTable(flags.output)) this.progress(flags).note('no revisions are kept')
  }

  async #diff(cluster: Cluster, { format, ...request }: Compared & HistoryDiffRequest, flags: { quiet: boolean }) {
    const { diffHistory } = await import('../../lib/fleet/history/diff-history.ts')
    const found = await this.during(flags, 'reading', diffHistory(cluster, request, this.limits))
    const text = () => describeHistoryDiff(found)
    await this.printResult(format, { kind: 'HistoryDiff', data: historyDiffData(found), text })
    if (found.changes.length === 0 && format === 'text') this.progress(flags).note('both revisions mean the same')
  }
}

interface Compared {
  readonly from: number
  /** undefined: the newest one. */
  readonly to: number | undefined
  readonly format: 'text' | DataFormat
}

function revisionsToCompare([from, to, ...more]: readonly number[], output: ListFormat): Compared {
  if (from === undefined || more.length > 0)
    throw usage('InvalidRevisions', '--diff requires one or two revisions', 'an example is --diff 3 5')
  if (output !== 'table' && output !== 'json' && output !== 'yaml')
    throw usage('UnknownFormat', '--diff supports only -o json and -o yaml')
  return { from, to, format: output === 'table' ? 'text' : output }
}
