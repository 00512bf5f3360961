import { boolean } from '@oclif/core/flags'
import { name } from '../../../lib/cli/flags/flags.ts'
import { readInput } from '../../../lib/cli/input/input.ts'
import { planPolicy } from '../../../lib/fleet/rollout/change-rollout.ts'
import { readPolicy } from '../../../lib/fleet/rollout/read-policy.ts'
import { defaultPolicy } from '../../../lib/rollouts/policy.ts'
import { RolloutCommand, rolloutFlags } from '../../rollout-command.ts'

export default class SetPolicy extends RolloutCommand {
  static override summary = 'Let a changed global document reach the nodes in waves.'
  static override description =
    `Without a file: one node of each kind, then 10%, 50% and 100% of the nodes; each wave has to be well for 10m;
at most 10% of the nodes are away at a time; one failed node aborts.
No kubelet restarts: what is stored now is what is promoted. From then on, rollout run moves what is pushed.`
  static override examples = [
    '<%= config.bin %> rollout set-policy',
    {
      description: 'Another one:',
      command:
        '<%= config.bin %> rollout get-policy > policy.yaml; vi policy.yaml; <%= config.bin %> rollout set-policy -f policy.yaml',
    },
  ]
  static override flags = {
    filename: name({ char: 'f', summary: 'File with a RolloutPolicy; - for stdin.', helpValue: 'FILE' }),
    force: boolean({ summary: 'Also where agents do not know rollouts, and where the state cannot be read.' }),
    ...rolloutFlags,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(SetPolicy)
    const policy =
      flags.filename === undefined ? defaultPolicy : await readPolicy(await readInput(flags.filename, this.signal))
    await this.change(flags, {
      plan: (cluster) => planPolicy(cluster, { policy, force: flags.force }, this.limits),
      done: 'policy set',
    })
  }
}
