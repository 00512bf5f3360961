import {
  configDir,
  filename,
  onlyTarget,
  outputFormat,
  targetsFlags,
  targetsWanted,
} from '../../lib/cli/flags/flags.ts'
import { togetherWith } from '../../lib/cli/input/config-dir.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { warningsOfAll } from '../../lib/fleet/change/warnings-of-all.ts'
import { describeDiffs, diffData } from '../../lib/fleet/diff/output.ts'

export default class Diff extends ClusterCommand {
  static override summary = 'Compare a file with stored kubelet configurations, field by field.'
  static override description = [
    'Old is the stored document, new is the file. For a node without a document of its own, old is the global document.',
    'Comments, order, spelling (60s or 1m) and fields that equal their default are not differences.',
    'Several nodes have a part of the output each, but for those without differences. -o json prints a list of them.',
    'Prints the steps that the change requires on the nodes, as push does.',
    'Exits with 0 without differences, with 1 with differences, above 1 on errors.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> diff -f kubelet.yaml --node node-a',
    '<%= config.bin %> diff -f kubelet.yaml -l pool=batch',
  ]
  static override flags = {
    filename,
    ...targetsFlags,
    'config-dir': configDir,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Diff)
    const wanted = targetsWanted(flags)
    const input = await readInput(flags.filename, this.signal)
    const together = await togetherWith(flags['config-dir'], this.signal)
    const cluster = await this.connect(flags)
    const { diffDocuments } = await import('../../lib/fleet/diff/diff-document.ts')
    const comparing = diffDocuments(cluster, { wanted, together, ...input }, this.limits)
    const reports = await this.during(flags, 'reading', comparing)
    await this.sayFacts(flags, { warnings: warningsOfAll(reports) })
    const text = () => describeDiffs(reports)
    const [first] = reports
    if (onlyTarget(wanted) === undefined || first === undefined)
      await this.printResult(flags.output, { kind: 'DiffList', data: { items: reports.map(diffData) }, text })
    else await this.printResult(flags.output, { kind: 'Diff', data: diffData(first), text })
    if (reports.some(({ differs }) => differs)) this.exitWith('differs')
  }
}
