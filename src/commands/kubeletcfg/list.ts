import { isTable, listFlags, listOutput } from '../../lib/cli/flags/output-format.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import type { AsList } from '../../lib/cli/shell/listing.ts'
import { WatchCommand } from '../../lib/cli/shell/watch-command.ts'
import { documentsView } from '../../lib/fleet/list/documents-view.ts'
import { problemOf } from '../../lib/fleet/list/output.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import { factsData } from '../../lib/output/facts-data.ts'
import type { Limits } from '../../lib/ports/limits.ts'

export default class List extends WatchCommand {
  static override summary = 'List the stored kubelet configurations, and what became of them.'
  static override description =
    'NODES get the document, RUNNING of them run it. STATUS is ok if all of them do, past their trial.'
  static override examples = [
    '<%= config.bin %> list',
    {
      description: 'With authors, digests, messages and problems:',
      command: '<%= config.bin %> list -o wide',
    },
    '<%= config.bin %> list --watch',
    '<%= config.bin %> list -o json',
  ]
  static override flags = { output: listOutput, ...listFlags, ...watchFlags }

  override async run(): Promise<void> {
    const { flags, metadata } = await this.parse(List)
    const what = 'reading documents and nodes'
    const isWatch = this.isWatch(flags)
    const cluster = await this.connect(flags)
    const view = documentsView(() => cluster.now())
    if (isWatch) {
      const { watchDocuments } = await import('../../lib/fleet/list/watch-documents.ts')
      const follow = (limits: Limits) => watchDocuments({ cluster, clock }, limits)
      return this.printNews(follow, { flags, metadata, view, asList, what })
    }
    const { listDocuments } = await import('../../lib/fleet/list/list-documents.ts')
    const { rows, warnings } = await this.during(flags, what, listDocuments(cluster, this.limits))
    await this.sayFacts(flags, { warnings })
    await this.printRows(rows, view, { flags, asList: (items) => asList(items, warnings) })
    if (flags.output === 'table' && rows.some(problemOf))
      this.progress(flags).note('-o wide shows why a document is unusable')
    if (rows.length === 0 && isTable(flags.output))
      this.progress(flags).note(`no documents in namespace ${flags.namespace}`)
  }
}

const asList: AsList = (items, warnings) => ({ items, warnings: factsData(warnings) })
