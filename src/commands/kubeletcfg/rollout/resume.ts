import { string } from '@oclif/core/flags'
import { planUserChange } from '../../../lib/fleet/rollout/change-rollout.ts'
import { RolloutCommand, rolloutFlags } from '../../rollout-command.ts'

export default class Resume extends RolloutCommand {
  static override summary = 'Go on with a rollout that is paused.'
  static override description =
    `What paused it, such as a failed node, may pause it again at once. To go on in spite of nodes that still fail, raise
maxFailures of the policy before; to try the document anew, abort it, then retry.`
  static override examples = ['<%= config.bin %> rollout resume']
  static override flags = {
    message: string({ char: 'm', summary: 'Why; kept in the state.', helpValue: 'TEXT' }),
    ...rolloutFlags,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Resume)
    await this.change(flags, {
      plan: (cluster) => planUserChange(cluster, { change: 'resume', note: flags.message }, this.limits),
      done: 'resumed',
    })
  }
}
