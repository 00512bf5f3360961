import { string as argument } from '@oclif/core/args'
import { acceptRisk } from '../../lib/cli/flags/change-flags.ts'
import { configDir, outputFormat } from '../../lib/cli/flags/flags.ts'
import { kubernetesVersionOfFile } from '../../lib/cli/flags/release-flags.ts'
import { togetherWith } from '../../lib/cli/input/config-dir.ts'
import { readInput } from '../../lib/cli/input/input.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import type { ChangeReport } from '../../lib/offline/change/check-change.ts'
import { changeData, describeChange } from '../../lib/offline/change/output.ts'

export default class CheckChange extends BaseCommand {
  static override summary = 'Show how disruptive a configuration change is (restart, drain, reboot).'
  static override description = [
    'Compares the effective configuration of a kubelet before and after the change, defaults included.',
    'The last line lists all required steps, in order.',
    'Exits 5 when a restart is not enough and the risk is not accepted, and 3 when no kubelet would start with NEW.',
    'If the kubelet refuses OLD, the part that it can decode is compared.',
    'Disruptions, least first: none, restart, new-node, drain, state-file, reboot. See docs/check-change.md.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> check-change old.yaml new.yaml',
    {
      description: 'After you have planned to drain the node and to remove its state file:',
      command: '<%= config.bin %> check-change old.yaml new.yaml --accept-risk=state-file',
    },
  ]
  static override args = {
    old: argument({ required: true, description: 'File with the current configuration; - reads stdin.' }),
    new: argument({ required: true, description: 'File with the new configuration; - reads stdin.' }),
  }
  static override flags = {
    'accept-risk': acceptRisk,
    'config-dir': configDir,
    'kubernetes-version': kubernetesVersionOfFile,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(CheckChange)
    if (args.old === '-' && args.new === '-') throw usage('StdinTwice', 'OLD and NEW cannot both be stdin')
    const [before, after] = [await readInput(args.old, this.signal), await readInput(args.new, this.signal)]
    const { checkChange, refusalOf } = await import('../../lib/offline/change/check-change.ts')
    const { refusal } = await import('../../lib/fleet/change/accept-risk.ts')
    const together = await togetherWith(flags['config-dir'], this.signal)
    const report = await checkChange(flags['kubernetes-version'], before, after, together)
    await this.sayFacts(flags, report)
    const text = () => describeChange(report)
    await this.printResult(flags.output, { kind: 'ChangeReport', data: changeData(report), text })
    await this.finishWith([refusalOf(report) ?? refusal(assessed(report), flags['accept-risk'] ?? [])])
  }
}

const assessed = ({ assessment }: ChangeReport) => (assessment === undefined ? [] : [{ assessment }])
