import { boolean, string } from '@oclif/core/flags'
import { acceptRisk } from '../lib/cli/flags/change-flags.ts'
import type { ConnectionFlags } from '../lib/cli/flags/connection-flags.ts'
import { dryRun, yes } from '../lib/cli/flags/flags.ts'
import { type WaitFlags, waitFlags } from '../lib/cli/flags/wait-flags.ts'
import type { DataFormat } from '../lib/cli/output/serialize.ts'
import type { OpenCluster } from '../lib/connect/cluster.ts'
import { conclusionOf } from '../lib/fleet/change/step.ts'
import { describePush, pushedLines, pushQuestion, pushReport } from '../lib/fleet/push/output.ts'
import { TargetsLeftOut } from '../lib/fleet/push/push-messages.ts'
import type { PushPlan } from '../lib/fleet/push/push-plan.ts'
import { awaitedAfterPush } from '../lib/fleet/wait/awaited-documents.ts'
import { systemClock as clock } from '../lib/machine/clock.ts'
import { Failure } from '../lib/message/failure.ts'
import type { DryRunMode } from '../lib/ports/limits.ts'
import { WaitCommand } from './wait-command.ts'

/** The flags that decide how a document is pushed, wherever it comes from. */
export const pushFlags = {
  message: string({ char: 'm', summary: 'Reason for the change; stored with the document.', helpValue: 'TEXT' }),
  'skip-validation': boolean({ summary: 'Push it even if kubelets, and their agents, would refuse it.' }),
  'accept-risk': acceptRisk,
  'force-conflicts': boolean({
    summary: 'Replace a document that another tool applies, such as Flux or Argo CD.',
  }),
  ...waitFlags,
  'dry-run': dryRun,
  yes,
}

interface PushFlags extends ConnectionFlags, WaitFlags {
  readonly 'dry-run': DryRunMode
  readonly yes: boolean
  readonly output: 'text' | DataFormat
}

/** What push and edit share: the plan is shown, confirmed, applied and reported. */
export abstract class PushCommand extends WaitCommand {
  /** Resolves with whether every document of the plan is stored now. */
  protected async push(cluster: OpenCluster, flags: PushFlags, plan: () => Promise<PushPlan>): Promise<boolean> {
    const { 'dry-run': dryRun } = flags
    const { applyPush } = await import('../lib/fleet/push/push-apply.ts')
    let isStored = false
    await this.carryOut(flags, {
      planning: 'reading the cluster',
      plan,
      describe: ({ steps, leftOut }) => describePush(steps, leftOut),
      question: ({ steps }) => pushQuestion(steps),
      applying: 'writing',
      apply: async (plan) => {
        const outcomes = await applyPush({ cluster, clock }, { plan, dryRun }, this.limits)
        isStored = dryRun === 'none' && outcomes.every(({ failure }) => failure === undefined)
        const waited = await this.waited(cluster, flags, { after: 'push', outcomes, awaited: awaitedAfterPush })
        const concluded = { ...conclusionOf(outcomes), ...waited?.conclusion }
        return {
          kind: 'PushReport',
          data: pushReport({ plan, outcomes, dryRun, wait: waited?.data }),
          text: () => pushedLines(outcomes, dryRun),
          ...concluded,
          failures: withLeftOut(concluded.failures, plan),
        }
      },
    })
    return isStored
  }
}

/** What was left out fails beside what was done: a wait that has succeeded has no failures. */
function withLeftOut(failures: readonly (Failure | undefined)[], { leftOut = [] }: PushPlan) {
  if (leftOut.length === 0) return failures
  const problems = leftOut.map(({ failure }) => failure.fact)
  const others = failures.length === 0 ? [undefined] : failures
  return [...others, new Failure('invalid', TargetsLeftOut({ problems }))]
}
