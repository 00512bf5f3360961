import { boolean, string } from '@oclif/core/flags'
import { acceptRisk } from '../lib/cli/flags/change-flags.ts'
import type { ConnectionFlags } from '../lib/cli/flags/connection-flags.ts'
import { dryRun, yes } from '../lib/cli/flags/flags.ts'
import type { DataFormat } from '../lib/cli/output/serialize.ts'
import { WriteCommand } from '../lib/cli/shell/write-command.ts'
import type { PushPlan } from '../lib/flows/documents/push-plan.ts'
import { systemClock as clock } from '../lib/host/clock.ts'
import type { Cluster } from '../lib/ports/cluster.ts'
import type { DryRunMode } from '../lib/ports/limits.ts'
import { describePush, pushedLines, pushQuestion, pushReport } from '../lib/render/push.ts'
import { conclusionOf } from '../lib/render/step.ts'

/** The flags that decide how a document is pushed, wherever it comes from. */
export const pushFlags = {
  message: string({ char: 'm', summary: 'Reason for the change; stored with the document.', helpValue: 'TEXT' }),
  'skip-validation': boolean({ summary: 'Push it even if a kubelet would refuse it.' }),
  'accept-risk': acceptRisk,
  'dry-run': dryRun,
  yes,
}

interface PushFlags extends ConnectionFlags {
  readonly 'dry-run': DryRunMode
  readonly yes: boolean
  readonly output: 'text' | DataFormat
}

/** What push and edit share: the plan is shown, confirmed, applied and reported. */
export abstract class PushCommand extends WriteCommand {
  /** Resolves with whether every document of the plan is stored now. */
  protected async push(cluster: Cluster, flags: PushFlags, plan: () => Promise<PushPlan>): Promise<boolean> {
    const { 'dry-run': dryRun } = flags
    const { applyPush } = await import('../lib/flows/documents/push-apply.ts')
    let isStored = false
    await this.carryOut(flags, {
      planning: 'reading the cluster',
      plan,
      describe: ({ steps }) => describePush(steps),
      question: ({ steps }) => pushQuestion(steps),
      applying: 'writing',
      apply: async (plan) => {
        const outcomes = await applyPush({ cluster, clock }, { plan, dryRun }, this.limits)
        isStored = dryRun === 'none' && outcomes.every(({ failure }) => failure === undefined)
        return {
          kind: 'PushReport',
          data: pushReport({ plan, outcomes, dryRun }),
          text: () => pushedLines(outcomes, dryRun),
          ...conclusionOf(outcomes),
        }
      },
    })
    return isStored
  }
}
