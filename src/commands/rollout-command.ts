import type { ConnectionFlags } from '../lib/cli/flags/connection-flags.ts'
import { dryRun, outputFormat, yes } from '../lib/cli/flags/flags.ts'
import type { DataFormat } from '../lib/cli/output/serialize.ts'
import { WriteCommand } from '../lib/cli/shell/write-command.ts'
import type { OpenCluster } from '../lib/connect/cluster.ts'
import { applyRolloutPlan, type RolloutPlan } from '../lib/fleet/rollout/change-rollout.ts'
import { dryRunSuffix } from '../lib/output/dry-run.ts'
import { errorData } from '../lib/output/facts-data.ts'
import type { DryRunMode } from '../lib/ports/limits.ts'

export const rolloutFlags = {
  'dry-run': dryRun,
  output: outputFormat(['text', 'json', 'yaml']),
  yes,
}

interface Flags extends ConnectionFlags {
  readonly 'dry-run': DryRunMode
  readonly output: 'text' | DataFormat
  readonly yes: boolean
}

interface Changing {
  plan(cluster: OpenCluster): Promise<RolloutPlan>
  /** Such as `paused`. */
  readonly done: string
  /** undefined: it is harmless. */
  readonly question?: string | undefined
}

/** What the commands share that change the state of a rollout. */
export abstract class RolloutCommand extends WriteCommand {
  protected async change(flags: Flags, { plan, done, question }: Changing): Promise<void> {
    const mode = flags['dry-run']
    const cluster = await this.connect(flags)
    await this.carryOut(flags, {
      planning: 'reading the rollout',
      plan: () => plan(cluster),
      describe: ({ next }) => (question === undefined || next === undefined ? [] : [[`rollout: ${done}`]]),
      question: ({ next }) => (next === undefined ? undefined : question),
      applying: 'writing',
      apply: async (decided) => {
        const applying = { plan: decided, planAgain: () => plan(cluster), dryRun: mode }
        const { next, refusal } = await applyRolloutPlan(cluster, applying, this.limits)
        const outcome = next === undefined ? 'unchanged' : 'changed'
        return {
          kind: 'RolloutChange',
          data: { dryRun: mode, outcome: refusal?.code ?? outcome, ...errorData(refusal) },
          text: () =>
            refusal === undefined ? `rollout ${next === undefined ? 'unchanged' : done}${dryRunSuffix[mode]}\n` : '',
          failures: [refusal],
        }
      },
    })
  }
}
