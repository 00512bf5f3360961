import { string } from '@oclif/core/flags'
import { planUserChange } from '../../../lib/fleet/rollout/change-rollout.ts'
import { RolloutCommand, rolloutFlags } from '../../rollout-command.ts'

export default class Retry extends RolloutCommand {
  static override summary = 'Allow the document that was aborted last to be tried again.'
  static override description = 'It begins at the first wave.'
  static override examples = ['<%= config.bin %> rollout retry']
  static override flags = {
    message: string({ char: 'm', summary: 'Why; kept in the state.', helpValue: 'TEXT' }),
    ...rolloutFlags,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Retry)
    await this.change(flags, {
      plan: (cluster) => planUserChange(cluster, { change: 'retry', note: flags.message }, this.limits),
      done: 'allowed again',
    })
  }
}
