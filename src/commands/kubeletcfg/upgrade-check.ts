import { string as argument } from '@oclif/core/args'
import { configDir, exclude, outputFormat } from '../../lib/cli/flags/flags.ts'
import { requiredRelease } from '../../lib/cli/flags/release-flags.ts'
import { togetherWith } from '../../lib/cli/input/config-dir.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { findInputs } from '../../lib/cli/input/input-files.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { outputVersion } from '../../lib/names.ts'
import type { Inputs } from '../../lib/offline/read/inputs.ts'
import { describeUpgrade, describeUpgrades, upgradeData } from '../../lib/offline/upgrade/output.ts'
import type { Span } from '../../lib/offline/upgrade/upgrade-check.ts'

export default class UpgradeCheck extends BaseCommand {
  static override summary = 'Show what a kubelet upgrade changes for configurations.'
  static override description = [
    'Lists what the newer kubelet finds wrong ([new]: the older one does not), changed defaults, and changed feature gates.',
    'What can stop the kubelet comes first. The last line is the verdict of the newer kubelet.',
    'Exits 3 when the newer kubelet refuses a file, or ignores part of it.',
    'Reads files and folders as validate does; the kubeletExtraArgs of kubeadm files are checked as well.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> upgrade-check kubelet.yaml --from 1.34 --to 1.36',
    '<%= config.bin %> upgrade-check nodes --from 1.34 --to 1.36 -o json',
  ]
  static override args = {
    file: argument({ required: true, multiple: true, description: 'File, folder or quoted glob; - reads stdin.' }),
  }
  static override flags = {
    from: requiredRelease('Current kubelet release, for example 1.34.'),
    to: requiredRelease('Target kubelet release.'),
    'config-dir': configDir,
    exclude,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(UpgradeCheck)
    const inputs = await findInputs(args.file, { signal: this.signal, exclude: flags.exclude })
    const { from, to } = flags
    const span: Span = { from, to, together: await togetherWith(flags['config-dir'], this.signal) }
    const [first, ...others] = args.file
    if (first !== undefined && others.length === 0 && isOneFile(inputs)) return this.#checkOne(first, span, flags)
    const { hasErrors, upgradeChecks } = await import('../../lib/offline/upgrade/upgrade-check.ts')
    const { passedOverFacts } = await import('../../lib/offline/read/select-documents.ts')
    const { reports, passedOver } = await this.during(
      flags,
      'checking',
      upgradeChecks(inputs, span, { signal: this.signal }),
    )
    const items = () =>
      reports.map((one) => ({ apiVersion: outputVersion, kind: 'UpgradeReport', ...upgradeData(one) }))
    const text = () => describeUpgrades(reports)
    await this.printResult(flags.output, { kind: 'UpgradeReportList', data: { items: items() }, text })
    await this.sayFacts(flags, passedOverFacts(passedOver))
    if (reports.some(hasErrors)) this.exitWith('invalid')
  }

  async #checkOne(file: string, span: Span, { output }: { readonly output: 'text' | 'json' | 'yaml' }): Promise<void> {
    const { hasErrors, upgradeCheck } = await import('../../lib/offline/upgrade/upgrade-check.ts')
    const report = await upgradeCheck(await readInput(file, this.signal), span)
    const text = () => describeUpgrade(report)
    await this.printResult(output, { kind: 'UpgradeReport', data: upgradeData(report), text })
    if (hasErrors(report)) this.exitWith('invalid')
  }
}

/** Not a folder or a glob, whatever it matches. */
const isOneFile = ([input]: readonly Inputs[]): boolean => input?.files[0]?.file === input?.name
