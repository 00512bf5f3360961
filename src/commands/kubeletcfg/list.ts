import { listFlags, listOutput } from '../../lib/cli/flags/output-format.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { systemClock } from '../../lib/host/clock.ts'
import { problemOf } from '../../lib/render/documents.ts'
import { documentsView } from '../../lib/render/documents-view.ts'
import { factsData } from '../../lib/render/facts-data.ts'

export default class List extends ClusterCommand {
  static override summary = 'List the stored kubelet configurations and how many nodes get them.'
  static override examples = [
    '<%= config.bin %> list',
    {
      description: 'With who pushed each, the messages of push, and what is wrong:',
      command: '<%= config.bin %> list -o wide',
    },
    '<%= config.bin %> list -o json',
  ]
  static override flags = { output: listOutput, ...listFlags }

  override async run(): Promise<void> {
    const { flags } = await this.parse(List)
    const cluster = await this.connect(flags)
    const { listDocuments } = await import('../../lib/flows/documents/list-documents.ts')
    const list = await this.during(flags, 'reading documents and nodes', listDocuments(cluster, this.limits))
    await this.sayFacts(flags, list)
    const { rows, warnings } = list
    const asList = (items: readonly object[]) => ({ items, warnings: factsData(warnings) })
    await this.printRows(rows, documentsView(systemClock.now()), { flags, asList })
    if (flags.output === 'table' && rows.some(problemOf))
      this.progress(flags).note('-o wide shows why a document is unusable')
    if (rows.length === 0) this.progress(flags).note(`no documents in namespace ${flags.namespace}`)
  }
}
