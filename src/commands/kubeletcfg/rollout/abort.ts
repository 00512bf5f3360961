import { string } from '@oclif/core/flags'
import { planUserChange } from '../../../lib/fleet/rollout/change-rollout.ts'
import { RolloutCommand, rolloutFlags } from '../../rollout-command.ts'

export default class Abort extends RolloutCommand {
  static override summary = 'Give a rollout up: its nodes return to what is promoted.'
  static override description = `The document is not tried again until another one was stored, or until rollout retry.
rollout run takes the nodes back, some at a time.`
  static override examples = ['<%= config.bin %> rollout abort']
  static override flags = {
    message: string({ char: 'm', summary: 'Why; kept in the state.', helpValue: 'TEXT' }),
    ...rolloutFlags,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Abort)
    await this.change(flags, {
      plan: (cluster) => planUserChange(cluster, { change: 'abort', note: flags.message }, this.limits),
      done: 'aborted',
      question: 'Abort the rollout, and restart the kubelets that run its document?',
    })
  }
}
