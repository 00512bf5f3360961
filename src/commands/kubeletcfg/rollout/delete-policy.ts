import { boolean } from '@oclif/core/flags'
import { planRelease } from '../../../lib/fleet/rollout/change-rollout.ts'
import { RolloutCommand, rolloutFlags } from '../../rollout-command.ts'

export default class DeletePolicy extends RolloutCommand {
  static override summary = 'Let a changed global document reach all nodes at once again.'
  static override description =
    `Refused while a rollout is under way, and while the global document is not the one that is promoted.
The ConfigMap of the rollout stays, and says so: if it were gone, agents would keep what they run.`
  static override examples = ['<%= config.bin %> rollout delete-policy']
  static override flags = {
    force: boolean({ summary: 'Although all nodes get another document at once.' }),
    ...rolloutFlags,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(DeletePolicy)
    await this.change(flags, {
      plan: (cluster) => planRelease(cluster, { force: flags.force }, this.limits),
      done: 'policy deleted',
      question: 'Let all nodes have the global document at once, now and from now on?',
    })
  }
}
