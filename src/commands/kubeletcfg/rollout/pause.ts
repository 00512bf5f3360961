import { string } from '@oclif/core/flags'
import { planUserChange } from '../../../lib/fleet/rollout/change-rollout.ts'
import { RolloutCommand, rolloutFlags } from '../../rollout-command.ts'

export default class Pause extends RolloutCommand {
  static override summary = 'Admit no more nodes to a rollout.'
  static override description = 'Nodes that have the document keep it. A rollout that is aborted cannot be paused.'
  static override examples = ['<%= config.bin %> rollout pause']
  static override flags = {
    message: string({ char: 'm', summary: 'Why; kept in the state.', helpValue: 'TEXT' }),
    ...rolloutFlags,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Pause)
    await this.change(flags, {
      plan: (cluster) => planUserChange(cluster, { change: 'pause', note: flags.message }, this.limits),
      done: 'paused',
    })
  }
}
