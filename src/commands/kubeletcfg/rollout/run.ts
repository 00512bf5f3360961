import { boolean } from '@oclif/core/flags'
import { outputFormat } from '../../../lib/cli/flags/flags.ts'
import { rolloutTimeout } from '../../../lib/cli/flags/rollout-timeout-flag.ts'
import { ClusterCommand } from '../../../lib/cli/shell/cluster-command.ts'
import { movedLine } from '../../../lib/fleet/rollout/output.ts'
import { runRollout } from '../../../lib/fleet/rollout/run-rollout.ts'
import { systemClock as clock } from '../../../lib/machine/clock.ts'
import { errorData } from '../../../lib/output/facts-data.ts'

export default class Run extends ClusterCommand {
  static override summary =
    'Move the global document through the waves of its rollout, until it is promoted or aborted.'
  static override description =
    `It admits nodes, waits until they have proven the document and stay well, and goes on with the next wave.
A node that fails aborts the rollout: the nodes return to what is promoted. The controller does the same, unasked.
Interrupted, it leaves the rollout where it is; run again, it goes on. Several of them at once do no harm.
Exit codes: 0: promoted, or nothing to do; 7: not done yet; 9: aborted.`
  static override examples = [
    'kubeletcfg push -f kubelet.yaml --global && <%= config.bin %> rollout run',
    { description: 'One step at a time, from a schedule:', command: '<%= config.bin %> rollout run --once' },
  ]
  static override flags = {
    once: boolean({ summary: 'Do what can be done now, and do not wait.' }),
    timeout: rolloutTimeout('How long it waits.'),
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(Run)
    const { checksOverHttp } = await import('../../../lib/rollouts/http/checks.ts')
    const cluster = await this.connect(flags)
    const progress = this.progress(flags)
    progress.doing('reading the cluster')
    const result = await runRollout(
      {
        cluster,
        clock,
        checks: checksOverHttp(clock),
        report: (moved) => {
          progress.note(movedLine(moved))
          if (moved.decision.kind === 'hold') progress.doing(movedLine(moved))
        },
        notice: (fact) => void this.sayNotice(flags, fact),
      },
      { once: flags.once, timeoutMs: flags.timeout },
      this.limits,
    )
    progress.done()
    const { last, moves, failure } = result
    await this.printResult(flags.output, {
      kind: 'RolloutRun',
      data: {
        outcome: failure?.code ?? (moves === 0 ? 'unchanged' : 'promoted'),
        ...errorData(failure),
        moves,
        promoted: last?.rollout.promoted.digest ?? null,
      },
      text: () => (failure !== undefined ? '' : moves === 0 ? 'rollout unchanged\n' : 'rollout promoted\n'),
    })
    await this.finishWith([failure])
  }
}
