import { string as argument } from '@oclif/core/args'
import { outputFormat } from '../../lib/cli/flags/flags.ts'
import { requiredRelease } from '../../lib/cli/flags/release-flags.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { findInputs } from '../../lib/cli/input/input-files.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import type { Release } from '../../lib/kubelet/model/releases.ts'
import { describeUpgrade, upgradeData } from '../../lib/render/upgrade.ts'

export default class UpgradeCheck extends BaseCommand {
  static override summary = 'Show what a kubelet upgrade changes for a configuration.'
  static override description = [
    'Lists what the newer kubelet finds wrong ([new]: the older one does not), changed defaults, and changed feature gates.',
    'What can stop the kubelet comes first. The last line is the verdict of the newer kubelet.',
    'Exits 3 when the newer kubelet refuses the file, or ignores part of it.',
    'The file may be a ConfigMap, or a kubeadm file, whose kubeletExtraArgs are checked as well.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> upgrade-check kubelet.yaml --from 1.34 --to 1.36',
    {
      description: 'Many files:',
      command: 'for file in nodes/*.yaml; do <%= config.bin %> upgrade-check "$file" --from 1.34 --to 1.36; done',
    },
  ]
  static override args = {
    file: argument({ required: true, description: 'File with the KubeletConfiguration; - reads stdin.' }),
  }
  static override flags = {
    from: requiredRelease('Current kubelet release, for example 1.34.'),
    to: requiredRelease('Target kubelet release.'),
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(UpgradeCheck)
    const [found] = await findInputs([args.file], { signal: this.signal })
    if (!found?.named || found.files.length > 1)
      throw usage('NotOneFile', `${args.file}: not a single file`, loop(flags))
    const input = await readInput(args.file, this.signal)
    const { hasErrors, upgradeCheck } = await import('../../lib/flows/files/upgrade-check.ts')
    const report = await upgradeCheck({ ...input, from: flags.from, to: flags.to })
    const text = () => describeUpgrade(report)
    await this.printResult(flags.output, { kind: 'UpgradeReport', data: upgradeData(report), text })
    if (hasErrors(report)) this.exitWith('invalid')
  }
}

const loop = ({ from, to }: { from: Release; to: Release }): string =>
  `for several files: for file in nodes/*.yaml; do kubeletcfg upgrade-check "$file" --from ${from} --to ${to}; done`
