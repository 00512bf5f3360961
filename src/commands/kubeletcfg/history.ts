import { integer } from '@oclif/core/flags'
import { onlyTarget, targetsFlags, targetsWanted } from '../../lib/cli/flags/flags.ts'
import { isTable, type ListFormat, listFlags, listOutput } from '../../lib/cli/flags/output-format.ts'
import type { DataFormat } from '../../lib/cli/output/serialize.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import type { Cluster } from '../../lib/connect/cluster.ts'
import type { HistoryDiffRequest } from '../../lib/fleet/history/diff-history.ts'
import { describeHistoryDiff, historyDiffData } from '../../lib/fleet/history/history-diff.ts'
import { historyView } from '../../lib/fleet/history/history-view.ts'
import { factsData } from '../../lib/output/facts-data.ts'
import { nodesNotFound } from '../../lib/sizes/resize/survey.ts'

export default class History extends ClusterCommand {
  static override summary = 'List the earlier revisions of stored kubelet configurations.'
  static override description = [
    'Each push records its document in a ControllerRevision. Nobody can change it, and it stays when the document is deleted.',
    'The newest 20 are kept, and those that nodes run or return to.',
    'Of several nodes, TARGET is the node.',
    'RUNNING is the number of nodes whose kubelet runs it; STATUS says what is stored now, and what nodes rolled back.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> history --global',
    '<%= config.bin %> history --global --diff 3 5',
    '<%= config.bin %> history -l pool=batch --sort-by=.at',
    {
      description: 'The text of revision 3:',
      command: `<%= config.bin %> history --node node-a -o jsonpath='{.items[?(@.revision==3)].body}'`,
    },
  ]
  static override flags = {
    ...targetsFlags,
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
    const wanted = targetsWanted(flags)
    const target = onlyTarget(wanted)
    const compared = flags.diff && { ...revisionsToCompare(flags.diff, flags.output), target: oneToCompare(target) }
    const cluster = await this.connect(flags)
    if (compared !== undefined) return this.#diff(cluster, compared, flags)
    const { listHistories, listHistory } = await import('../../lib/fleet/history/list-history.ts')
    const reading =
      target === undefined
        ? listHistories(cluster, wanted, this.limits)
        : listHistory(cluster, target, this.limits).then((found) => ({ ...found, unknown: [] }))
    const { rows, warnings, unknown } = await this.during(flags, 'reading', reading)
    await this.sayFacts(flags, { warnings })
    const missing = nodesNotFound(unknown)
    if (rows.length === 0 && missing !== undefined) throw missing
    const asList = (items: readonly object[]) => ({ items, warnings: factsData(warnings) })
    const view = historyView(() => cluster.now(), target === undefined)
    await this.printRows(rows, view, { flags, asList })
    if (rows.length === 0 && isTable(flags.output)) this.progress(flags).note('no revisions are kept')
    if (missing !== undefined) throw missing
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

function oneToCompare<Target>(target: Target | undefined): Target {
  if (target === undefined)
    throw usage('ConflictingFlags', '--diff and several targets are mutually exclusive', 'add --global or one --node')
  return target
}

function revisionsToCompare([from, to, ...more]: readonly number[], output: ListFormat): Compared {
  if (from === undefined || more.length > 0)
    throw usage('InvalidRevisions', '--diff requires one or two revisions', 'an example is --diff 3 5')
  if (output !== 'table' && output !== 'json' && output !== 'yaml')
    throw usage('UnknownFormat', '--diff supports only -o json and -o yaml')
  return { from, to, format: output === 'table' ? 'text' : output }
}
