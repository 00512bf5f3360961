import { filename, outputFormat, targetFlags, targetsOf } from '../../lib/cli/flags/flags.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { describeDiff, diffData } from '../../lib/render/diff.ts'

export default class Diff extends ClusterCommand {
  static override summary = 'Compare a file with a stored kubelet configuration, by field.'
  static override description =
    'Old is what is stored, new is the file; the first document of a node is compared with the global one, which the node gets now. Comments, order and spelling (60s or 1m) are no difference. Says what the change takes, by the kubelets of the nodes that would get it, as push does; who may not see nodes is told it for the newest release. A file for kubeadm, or a ConfigMap, may hold the configuration. Exits 0 when same, 1 when different, above 1 on errors.'
  static override examples = ['<%= config.bin %> diff -f kubelet.yaml --node node-a']
  static override flags = { filename, ...targetFlags, output: outputFormat(['text', 'json', 'yaml']) }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Diff)
    const [target] = targetsOf(flags)
    const input = await readInput(flags.filename, this.signal)
    const cluster = await this.connect(flags)
    const { diffDocument } = await import('../../lib/flows/documents/diff-document.ts')
    const report = await this.during(flags, 'reading', diffDocument(cluster, { target, ...input }, this.limits))
    this.sayFacts(flags, report)
    await this.printResult(flags.output, { kind: 'Diff', data: diffData(report), text: () => describeDiff(report) })
    if (report.differs) this.exitWith('differs')
  }
}
