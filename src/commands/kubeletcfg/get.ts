import type { Interfaces } from '@oclif/core'
import { onlyTarget, targetsFlags, targetsWanted } from '../../lib/cli/flags/flags.ts'
import { objectOutput, templateFlags } from '../../lib/cli/flags/output-format.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import type { Cluster } from '../../lib/connect/cluster.ts'
import { documentStream, gotListView, gotView } from '../../lib/fleet/list/output.ts'

export default class Get extends ClusterCommand {
  static override summary = 'Print stored kubelet configurations, byte for byte.'
  static override description = [
    'Nothing is redacted: secrets in the document are printed.',
    'On a terminal, control characters are escaped.',
    'Several documents are a stream of YAML: --- and a comment with the target, then the document.',
    'With --selector, nodes without a document of their own are omitted.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> get --global',
    '<%= config.bin %> get --node node-a > kubelet.yaml',
    '<%= config.bin %> get --node node-a,node-b',
    "<%= config.bin %> get -l pool=batch -o jsonpath='{.items[*].revision}'",
  ]
  static override flags = { ...targetsFlags, output: objectOutput, ...templateFlags }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Get)
    const wanted = targetsWanted(flags)
    const only = onlyTarget(wanted)
    const cluster = await this.connect(flags)
    return only === undefined ? this.#several(cluster, wanted, flags) : this.#one(cluster, only, flags)
  }

  async #one(cluster: Cluster, target: Target, flags: Flags): Promise<void> {
    const { getDocument } = await import('../../lib/fleet/list/get-document.ts')
    const got = await this.during(flags, 'reading', getDocument(cluster, target, this.limits))
    await this.sayFacts(flags, got)
    const { output } = flags
    if (output === 'text') this.print(got.body)
    else await this.printObject(got, gotView, { ...flags, output })
    this.#sayRaw(flags, `configmap/${got.inspection.stored.name}`)
  }

  async #several(cluster: Cluster, wanted: WantedTargets, flags: Flags): Promise<void> {
    const { getDocuments } = await import('../../lib/fleet/list/get-document.ts')
    const got = await this.during(flags, 'reading', getDocuments(cluster, wanted, this.limits))
    await this.sayFacts(flags, got)
    const { rows, failures } = got
    const { output } = flags
    if (output === 'text') this.print(documentStream(rows))
    else if (rows.length > 0) await this.printRows(rows, gotListView, { flags: { ...flags, output } })
    if (rows.length > 0) this.#sayRaw(flags, `${rows.length} ${rows.length === 1 ? 'document' : 'documents'}`)
    if (failures.length > 0) await this.finishWith(failures)
  }

  #sayRaw(flags: Flags, what: string): void {
    if (flags.output !== 'name') this.progress(flags).note(`printed as stored, nothing redacted (${what})`)
  }
}

type Flags = Interfaces.InferredFlags<typeof Get.flags & typeof Get.baseFlags>
type WantedTargets = ReturnType<typeof targetsWanted>
type Target = NonNullable<ReturnType<typeof onlyTarget>>
