import { outputFormat } from '../../../lib/cli/flags/flags.ts'
import { ClusterCommand } from '../../../lib/cli/shell/cluster-command.ts'
import { concurrently } from '../../../lib/cluster/concurrently.ts'
import { controllerLeads } from '../../../lib/fleet/rollout/controller-leads.ts'
import { statusData, statusLines } from '../../../lib/fleet/rollout/output.ts'
import { readRolloutView } from '../../../lib/fleet/rollout/read-rollout.ts'
import { NoRolloutPolicy } from '../../../lib/fleet/rollout/rollout-flow-messages.ts'
import { Failure } from '../../../lib/message/failure.ts'

export default class Status extends ClusterCommand {
  static override summary = 'Show how far the rollout of the global document is, and what it waits for.'
  static override description = 'Without a rollout, it shows what is promoted, and how the last rollout ended.'
  static override examples = [
    '<%= config.bin %> rollout status',
    { description: 'For scripts:', command: `<%= config.bin %> rollout status -o json | jq -r .phase` },
  ]
  static override flags = { output: outputFormat(['text', 'json', 'yaml']) }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Status)
    const cluster = await this.connect(flags)
    const reads = concurrently([readRolloutView(cluster, this.limits), controllerLeads(cluster, this.limits)])
    const [view, leads] = await this.during(flags, 'reading the cluster', reads)
    const reading = view.stored?.reading
    if (reading === undefined) throw new Failure('invalid', NoRolloutPolicy())
    if (reading.kind === 'unreadable') throw new Failure('invalid', reading.because)
    const { rollout } = reading
    await this.printResult(flags.output, {
      kind: 'RolloutStatus',
      data: statusData(view, rollout, leads),
      text: () => statusLines(view, rollout, leads),
    })
  }
}
