import type { Interfaces } from '@oclif/core'
import { boolean } from '@oclif/core/flags'
import {
  configDir,
  filenames,
  onlyTarget,
  outputFormat,
  recursive,
  targetsFlags,
  targetsWantedIfGiven,
} from '../../lib/cli/flags/flags.ts'
import { togetherWith } from '../../lib/cli/input/config-dir.ts'
import type { Input } from '../../lib/cli/input/input.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import { warningsOfAll } from '../../lib/fleet/change/warnings-of-all.ts'
import { notInFiles } from '../../lib/fleet/diff/diff-messages.ts'
import { describeDiffs, describeMissing, diffData, missingData } from '../../lib/fleet/diff/output.ts'
import type { PushFile } from '../../lib/fleet/push/push-files.ts'
import { orThrow } from '../../lib/ports/outcomes.ts'
import { addressed } from '../push-files.ts'

export default class Diff extends ClusterCommand {
  static override summary = 'Compare files with stored kubelet configurations, field by field.'
  static override description = [
    'Old is the stored document, new is the file. For a node without a document of its own, old is the global document.',
    'A single file needs --global, --node or -l. Of several, each has the target that it has for push.',
    'Comments, order, spelling (60s or 1m) and fields that equal their default are not differences.',
    'Prints the steps that the change requires, as push does. Targets that differ have a part each; -o json prints a list.',
    'Exits with 0 without differences, with 1 with differences, above 1 on errors.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> diff -f kubelet.yaml --node node-a',
    '<%= config.bin %> diff -f kubelet.yaml -l pool=batch',
    {
      description: 'A Git repository with all that is stored:',
      command: '<%= config.bin %> diff -f kubelet -R --prune',
    },
  ]
  static override flags = {
    filename: filenames,
    recursive,
    ...targetsFlags,
    prune: boolean({ summary: 'Of several files: a document that is stored, and in none of them, is a difference.' }),
    'config-dir': configDir,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Diff)
    const wanted = targetsWantedIfGiven(flags)
    const { readManifests } = await import('../../lib/cli/input/manifests.ts')
    const manifests = await readManifests(flags.filename, { recursive: flags.recursive, signal: this.signal })
    await this.sayFacts(flags, { notes: manifests.notes, warnings: [] })
    const files = addressed(manifests, wanted === undefined || !('selector' in wanted) ? wanted : [])
    if (wanted === undefined) await this.#compareFiles(flags, files, manifests.isOneFile)
    else await this.#compareOne(flags, { ...files[0]!, wanted })
  }

  async #compareOne(flags: DiffFlags, { wanted, file, bytes }: Input & { readonly wanted: Wanted }) {
    if (flags.prune) throw usage('ConflictingFlags', '--prune requires that the files name their targets', dropTargets)
    const together = await togetherWith(flags['config-dir'], this.signal)
    const cluster = await this.connect(flags)
    const { diffDocuments } = await import('../../lib/fleet/diff/diff-document.ts')
    const comparing = diffDocuments(cluster, { wanted, together, file, bytes }, this.limits)
    const reports = await this.during(flags, 'reading', comparing)
    await this.sayFacts(flags, { warnings: warningsOfAll(reports) })
    const text = () => describeDiffs(reports)
    const [first] = reports
    if (onlyTarget(wanted) === undefined || first === undefined)
      await this.printResult(flags.output, { kind: 'DiffList', data: { items: reports.map(diffData) }, text })
    else await this.printResult(flags.output, { kind: 'Diff', data: diffData(first), text })
    if (reports.some(({ differs }) => differs)) this.exitWith('differs')
  }

  async #compareFiles(flags: DiffFlags, files: readonly PushFile[], isOneFile: boolean) {
    if (flags['config-dir'] !== undefined)
      throw usage(
        'ConflictingFlags',
        '--config-dir requires a target',
        'add --global, --node NAME or --selector LABELS',
      )
    const cluster = await this.connect(flags)
    const { diffFiles } = await import('../../lib/fleet/diff/diff-files.ts')
    const found = await this.during(flags, 'reading', diffFiles(cluster, files, this.limits))
    const { diffs, notes, warnings } = found
    const missing = flags.prune ? orThrow(found.missing) : []
    const unnamed = flags.prune || isOneFile ? [] : notInFiles(found.missing)
    await this.sayFacts(flags, { notes: [...notes, ...unnamed], warnings: [...warnings, ...warningsOfAll(diffs)] })
    await this.printResult(flags.output, {
      kind: 'DiffList',
      data: { items: [...diffs.map(diffData), ...missing.map(missingData)] },
      text: () => [...describeDiffs(diffs), ...describeMissing(missing)],
    })
    if (missing.length > 0 || diffs.some(({ differs }) => differs)) this.exitWith('differs')
  }
}

const dropTargets = 'omit --global, --node and --selector: each file name gives the target, such as global.yaml'

type Wanted = NonNullable<ReturnType<typeof targetsWantedIfGiven>>
type DiffFlags = Interfaces.InferredFlags<typeof Diff.flags & typeof Diff.baseFlags>
