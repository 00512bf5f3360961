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
  static override summary = 'Say what changes for a configuration when its kubelet is upgraded.'
  static override description =
    'What the newer kubelet has against it, marked [new] when the older one has not, defaults that change where the file says nothing, fields of the file that the older one ignores, and feature gates: those that the file sets, and those that a field depends on and that are on or off by default from now on. What can stop the kubelet comes first, then what it does differently. The last line is the verdict of the newer kubelet. Exits 3 when it would not take the file as it is. A file for kubeadm, or a ConfigMap, may hold the configuration; flags in kubeletExtraArgs that the newer kubelet does not have stop it.'
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
    from: requiredRelease('Release of the kubelet now, such as 1.34.'),
    to: requiredRelease('Release of the kubelet to come.'),
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
