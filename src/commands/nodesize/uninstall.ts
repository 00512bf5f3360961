import { dryRun, outputFormat, yes } from '../../lib/cli/flags/flags.ts'
import { kubeletTimeout } from '../../lib/cli/flags/size-flags.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { applyUninstall, planUninstall } from '../../lib/flows/sizes/uninstall.ts'
import { systemClock as clock } from '../../lib/host/clock.ts'
import { describeUninstall, removedLine, uninstallData } from '../../lib/render/install.ts'

export default class Uninstall extends ClusterCommand {
  static override summary = 'Remove the balloons, and what else install made.'
  static override description =
    'Every node is at its full size again afterwards: it says how much capacity re-appears, and asks. Removes only what install made, and never a namespace that was there before.'
  static override examples = ['<%= config.bin %> uninstall', '<%= config.bin %> uninstall --yes --dry-run=server']
  static override flags = {
    timeout: kubeletTimeout,
    'dry-run': dryRun,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Uninstall)
    const mode = flags['dry-run']
    const cluster = await this.connect(flags)
    const plan = await this.during(flags, 'reading the cluster', planUninstall(cluster, this.limits))
    const question = { plan: describeUninstall(plan), question: 'Uninstall?', yes: flags.yes || mode !== 'none' }
    await this.confirm({ ...question, quiet: flags.quiet })
    const request = { plan, dryRun: mode, timeoutMs: flags.timeout }
    await this.during(flags, 'waiting for the balloons to go', applyUninstall({ cluster, clock }, request, this.limits))
    await this.printResult(flags.output, {
      kind: 'UninstallReport',
      data: uninstallData(plan, mode),
      text: () => plan.remove.map((object) => removedLine(object, mode)).join(''),
    })
    if (plan.remove.length === 0) this.progress(flags).note(`nothing of nodesize in namespace ${flags.namespace}`)
  }
}
