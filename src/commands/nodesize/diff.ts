import { boolean } from '@oclif/core/flags'
import { outputFormat } from '../../lib/cli/flags/flags.ts'
import { sizesFile } from '../../lib/cli/flags/size-file-flags.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import { differs, diffSizes } from '../../lib/sizes/file/diff-sizes.ts'
import { describeSizeDiff, sizeDiffData } from '../../lib/sizes/file/output.ts'

export default class Diff extends ClusterCommand {
  static override summary = 'Compare the sizes of nodes with those in a file.'
  static override description =
    `Old is the node, new is the file. With --prune, nodes that the file does not select are compared with their full size.
Compares sizes, and what is stored: whether pods leave the room for them is checked by apply --dry-run=client.
Exits with 0 without differences, with 1 with differences, above 1 on errors.`
  static override examples = [
    '<%= config.bin %> diff -f sizes.yaml',
    '<%= config.bin %> diff -f sizes.yaml --prune -o json',
  ]
  static override flags = {
    filename: sizesFile,
    prune: boolean({ summary: 'Compare the nodes that the file does not select, too.' }),
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Diff)
    const input = await readInput(flags.filename, this.signal)
    const cluster = await this.connect(flags)
    const comparing = diffSizes({ cluster, clock }, { input, prune: flags.prune }, this.limits)
    const found = await this.during(flags, 'reading nodes and pods', comparing)
    await this.sayFacts(flags, found)
    const text = () => describeSizeDiff(found)
    await this.printResult(flags.output, { kind: 'NodeSizeDiff', data: sizeDiffData(found), text })
    const failures = found.items.flatMap(({ failure }) => failure ?? [])
    if (failures.length > 0) await this.finishWith(failures)
    else if (found.items.some(differs)) this.exitWith('differs')
  }
}
