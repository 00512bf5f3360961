import { boolean, string } from '@oclif/core/flags'
import { planUserChange } from '../../../lib/fleet/rollout/change-rollout.ts'
import { RolloutCommand, rolloutFlags } from '../../rollout-command.ts'

export default class Promote extends RolloutCommand {
  static override summary = 'Let all nodes have the document of a rollout at once.'
  static override description =
    `The rest of the waves is skipped: all other kubelets restart within the jitter of their agents.
Each node still has its trial, and returns if it fails. A rollout that goes well promotes its document by itself.`
  static override examples = ['<%= config.bin %> rollout promote --now -m "the certificates expire tonight"']
  static override flags = {
    now: boolean({ summary: 'Do not wait for the waves.', required: true }),
    message: string({ char: 'm', summary: 'Why; kept in the state.', helpValue: 'TEXT', required: true }),
    ...rolloutFlags,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Promote)
    await this.change(flags, {
      plan: (cluster) => planUserChange(cluster, { change: 'promote', note: flags.message }, this.limits),
      done: 'promoted',
      question: 'Restart the kubelets of all other nodes at once?',
    })
  }
}
