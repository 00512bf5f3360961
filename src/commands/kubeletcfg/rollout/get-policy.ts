import { outputFormat } from '../../../lib/cli/flags/flags.ts'
import { serialize } from '../../../lib/cli/output/serialize.ts'
import { ClusterCommand } from '../../../lib/cli/shell/cluster-command.ts'
import { policyData } from '../../../lib/fleet/rollout/output.ts'
import { rolloutIn } from '../../../lib/fleet/rollout/read-rollout.ts'
import { NoRolloutPolicy } from '../../../lib/fleet/rollout/rollout-flow-messages.ts'
import { Failure } from '../../../lib/message/failure.ts'

export default class GetPolicy extends ClusterCommand {
  static override summary = 'Print the rollout policy of the global document.'
  static override description = 'rollout set-policy -f takes what it prints.'
  static override examples = ['<%= config.bin %> rollout get-policy']
  static override flags = { output: outputFormat(['yaml', 'json']) }

  override async run(): Promise<void> {
    const { flags } = await this.parse(GetPolicy)
    const cluster = await this.connect(flags)
    const stored = await this.during(flags, 'reading the rollout', cluster.rollouts.read(this.limits))
    const { policy } = rolloutIn(stored)
    if (policy === undefined) throw new Failure('invalid', NoRolloutPolicy())
    this.print(await serialize(flags.output, policyData(policy)))
  }
}
