import { boolean, string } from '@oclif/core/flags'
import { acceptRisk } from '../lib/cli/flags/change-flags.ts'
import type { ConnectionFlags } from '../lib/cli/flags/connection-flags.ts'
import { dryRun, yes } from '../lib/cli/flags/flags.ts'
import { type WaitFlags, waitFlags } from '../lib/cli/flags/wait-flags.ts'
import type { DataFormat } from '../lib/cli/output/serialize.ts'
import { WriteCommand } from '../lib/cli/shell/write-command.ts'
import type { Failure, FailureCode } from '../lib/failure.ts'
import type { Awaited } from '../lib/flows/agents/standing.ts'
import type { Waited, WaitResult } from '../lib/flows/agents/wait-for-kubelets.ts'
import type { Pushed } from '../lib/flows/documents/push-apply.ts'
import type { PushPlan } from '../lib/flows/documents/push-plan.ts'
import type { Outcome } from '../lib/flows/outcomes.ts'
import type { WatchFact } from '../lib/flows/watch-fact.ts'
import { systemClock as clock } from '../lib/host/clock.ts'
import type { OpenCluster } from '../lib/ports/cluster.ts'
import type { DryRunMode } from '../lib/ports/limits.ts'
import { describePush, pushedLines, pushQuestion, pushReport } from '../lib/render/push.ts'
import { conclusionOf } from '../lib/render/step.ts'
import { waitData, waitLines, waitText } from '../lib/render/wait.ts'

/** The flags that decide how a document is pushed, wherever it comes from. */
export const pushFlags = {
  message: string({ char: 'm', summary: 'Reason for the change; stored with the document.', helpValue: 'TEXT' }),
  'skip-validation': boolean({ summary: 'Push it even if a kubelet would refuse it.' }),
  'accept-risk': acceptRisk,
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
export abstract class PushCommand extends WriteCommand {
  /** Resolves with whether every document of the plan is stored now. */
  protected async push(cluster: OpenCluster, flags: PushFlags, plan: () => Promise<PushPlan>): Promise<boolean> {
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
        const waited = flags.wait && isStored ? await this.#wait(cluster, flags, outcomes) : undefined
        return {
          kind: 'PushReport',
          data: pushReport({ plan, outcomes, dryRun, wait: waited && waitData(flags['wait-until'], waited.nodes) }),
          text: () => pushedLines(outcomes, dryRun),
          ...conclusionOf(outcomes),
          ...(waited && { failures: waited.failures, end: endOf(waited) }),
        }
      },
    })
    return isStored
  }

  /** What was stored is reported in any case. */
  async #wait(cluster: OpenCluster, flags: PushFlags, outcomes: readonly Outcome<Pushed>[]): Promise<Ended> {
    const { waitForKubelets } = await import('../lib/flows/agents/wait-for-kubelets.ts')
    const { settle } = await import('../lib/flows/outcomes.ts')
    const progress = this.progress(flags)
    const awaited = awaitedIn(outcomes)
    if (awaited.length === 0) return { nodes: [], failures: [] }
    const world = {
      collections: cluster.collections,
      clock,
      report: (changed: readonly Waited[], all: readonly Waited[]) => {
        for (const line of waitLines(changed, all)) progress.note(line)
        progress.doing(waitText(all))
      },
      notice: (fact: WatchFact) => void this.sayNotice(flags, fact),
    }
    const request = { awaited, goal: flags['wait-until'], timeoutMs: flags.timeout }
    const { value, failure } = await settle(waitForKubelets(world, request, this.limits))
    return value ?? { nodes: [], failures: [failure] }
  }
}

interface Ended extends Pick<WaitResult, 'nodes'> {
  readonly failures: readonly Failure[]
}

/** That a kubelet was rolled back is what a script must know first, whatever is not known of others. */
const endOf = ({ failures }: Ended): FailureCode | undefined => {
  const codes = failures.map(({ code }) => code)
  return codes.includes('reverted') && !codes.includes('interrupted') ? 'reverted' : undefined
}

/** Also the kubelets of documents that were stored already: a push that is repeated waits as well. */
const awaitedIn = (outcomes: readonly Outcome<Pushed>[]): readonly Awaited[] =>
  outcomes.flatMap(({ value }) => {
    if (value === undefined) return []
    const { step, stored: written } = value
    const { digest, target } = step
    return step.nodes.map((node) => ({ node, source: target.kind, digest, written }))
  })
