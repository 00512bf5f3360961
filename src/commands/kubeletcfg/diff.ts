import { configDir, filename, outputFormat, targetFlags, targetsOf } from '../../lib/cli/flags/flags.ts'
import { togetherWith } from '../../lib/cli/input/config-dir.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { describeDiff, diffData } from '../../lib/fleet/diff/output.ts'

export default class Diff extends ClusterCommand {
  static override summary = 'Compare a file with a stored kubelet configuration, field by field.'
  static override description = [
    'Old is the stored document, new is the file. For a node without a document of its own, old is the global document.',
    'Comments, order, spelling (60s or 1m) and fields that equal their default are not differences.',
    'Prints the steps that the change requires on the nodes, as push does.',
    'Exits with 0 without differences, with 1 with differences, above 1 on errors.',
  ].join('\n')
  static override examples = ['<%= config.bin %> diff -f kubelet.yaml --node node-a']
  static override flags = {
    filename,
    ...targetFlags,
    'config-dir': configDir,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Diff)
    const [target] = targetsOf(flags)
    const input = await readInput(flags.filename, this.signal)
    const together = await togetherWith(flags['config-dir'], this.signal)
    const cluster = await this.connect(flags)
    const { diffDocument } = await import('../../lib/fleet/diff/diff-document.ts')
    const report = await this.during(
      flags,
      'reading',
      diffDocument(cluster, { target, together, ...input }, this.limits),
    )
    await this.sayFacts(flags, report)
    await this.printResult(flags.output, { kind: 'Diff', data: diffData(report), text: () => describeDiff(report) })
    if (report.differs) this.exitWith('differs')
  }
}
