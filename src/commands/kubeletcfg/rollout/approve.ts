import { string } from '@oclif/core/flags'
import { planUserChange } from '../../../lib/fleet/rollout/change-rollout.ts'
import { RolloutCommand, rolloutFlags } from '../../rollout-command.ts'

export default class Approve extends RolloutCommand {
  static override summary = 'Let the wave begin that waits for an approval.'
  static override description = 'A wave of the policy waits for one with approval: true.'
  static override examples = ['<%= config.bin %> rollout approve']
  static override flags = {
    message: string({ char: 'm', summary: 'Why; kept in the state.', helpValue: 'TEXT' }),
    ...rolloutFlags,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Approve)
    await this.change(flags, {
      plan: (cluster) => planUserChange(cluster, { change: 'approve', note: flags.message }, this.limits),
      done: 'approved',
    })
  }
}
