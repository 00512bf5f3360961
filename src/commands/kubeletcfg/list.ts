import { outputFormat } from '../../lib/cli/flags/flags.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import type { DocumentRow } from '../../lib/flows/documents/list-documents.ts'
import { systemClock } from '../../lib/host/clock.ts'
import { age } from '../../lib/quantity/age.ts'
import type { Column } from '../../lib/render/column.ts'
import { listData, shortDigest, statusOf, toneOfStatus } from '../../lib/render/documents.ts'
import { targetText } from '../../lib/render/step.ts'

const columns: Column<DocumentRow>[] = [
  { header: 'TARGET', value: ({ inspection }) => targetText(inspection.stored.target) },
  { header: 'REVISION', value: ({ inspection }) => String(inspection.stored.stamp.revision ?? '-') },
  { header: 'AGE', value: ({ inspection: { stored } }) => age(stored.stamp.at ?? stored.createdAt, systemClock.now()) },
  { header: 'BY', value: ({ inspection: { stored } }) => stored.stamp.by ?? stored.lastWrite?.manager ?? '-' },
  { header: 'NODES', value: ({ nodes }) => String(nodes?.length ?? '-') },
  { header: 'STATUS', value: statusOf, tone: toneOfStatus },
]

const wide: Column<DocumentRow>[] = [
  ...columns,
  { header: 'DIGEST', value: ({ inspection }) => shortDigest(inspection.digest) },
  { header: 'MESSAGE', value: ({ inspection }) => inspection.stored.stamp.message ?? '-' },
]

export default class List extends ClusterCommand {
  static override summary = 'List the stored kubelet configurations and how many nodes get them.'
  static override examples = [
    '<%= config.bin %> list',
    { description: 'With digests and the messages of push:', command: '<%= config.bin %> list -o wide' },
    '<%= config.bin %> list -o json',
  ]
  static override flags = { output: outputFormat(['table', 'wide', 'json', 'yaml', 'name']) }

  override async run(): Promise<void> {
    const { flags } = await this.parse(List)
    const { output } = flags
    const cluster = await this.connect(flags)
    const { listDocuments } = await import('../../lib/flows/documents/list-documents.ts')
    const list = await this.during(flags, 'reading documents and nodes', listDocuments(cluster, this.limits))
    await this.sayFacts(flags, list)
    const { rows } = list
    if (output === 'name')
      this.printText(rows.map(({ inspection }) => `configmap/${inspection.stored.name}\n`).join(''))
    else if (output === 'json' || output === 'yaml')
      await this.printData(output, { kind: 'DocumentList', data: listData(list) })
    else if (rows.length > 0) this.printTable(rows, output === 'wide' ? wide : columns)
    if (rows.length === 0) this.progress(flags).note(`no documents in namespace ${flags.namespace}`)
  }
}
