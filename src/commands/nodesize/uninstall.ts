import { dryRun, duration, outputFormat, yes } from '../../lib/cli/flags/flags.ts'
import { WriteCommand } from '../../lib/cli/shell/write-command.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import { describeUninstall, removedLines, uninstallData } from '../../lib/sizes/install/output.ts'
import { applyUninstall, planUninstall } from '../../lib/sizes/install/uninstall.ts'

export default class Uninstall extends WriteCommand {
  static override summary = 'Delete the balloons and everything else that install created.'
  static override description =
    `Returns every node to its full size. Prints the capacity that will be returned, and asks for confirmation.
Deletes only what install created, and never a namespace that existed before.`
  static override examples = ['<%= config.bin %> uninstall', '<%= config.bin %> uninstall --yes --dry-run=server']
  static override flags = {
    timeout: duration({
      summary: 'How long to wait until the balloons are deleted.',
      default: 40_000,
      defaultHelp: async () => '40s',
    }),
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Uninstall)
    const { 'dry-run': mode, timeout: timeoutMs } = flags
    const cluster = await this.connect(flags)
    await this.carryOut(flags, {
      planning: 'reading the cluster',
      plan: () => planUninstall(cluster, this.limits),
      describe: describeUninstall,
      question: () => 'Uninstall?',
      applying: 'waiting until the balloons are deleted',
      apply: async (plan) => {
        await applyUninstall({ cluster, clock }, { plan, dryRun: mode, timeoutMs }, this.limits)
        return {
          kind: 'UninstallReport',
          data: uninstallData(plan, mode),
          text: () => removedLines(plan.remove, mode),
          failures: [],
        }
      },
    })
  }
}
