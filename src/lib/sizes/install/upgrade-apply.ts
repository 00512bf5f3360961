import { Failure } from '../../message/failure.ts'
import { poll } from '../../ports/deadline.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { type Outcome, settle } from '../../ports/outcomes.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { notTried } from '../resize/apply-resizes.ts'
import { userOf } from '../resize/survey.ts'
import { applyInstall } from './install-apply.ts'
import { type Replaced, type Replacement, replaceBalloon } from './replace-balloon.ts'
import { daemonSetIn, type UpgradePlan } from './upgrade.ts'
import { TemplateNotObserved } from './upgrade-messages.ts'

export interface NodeUpgraded {
  readonly node: string
  /** Without a value or a failure, it was a dry run. */
  readonly outcome: Outcome<Replaced> | undefined
}

interface How {
  readonly plan: UpgradePlan
  readonly dryRun: DryRunMode
  readonly timeoutMs: number
}

/**
 * Replaces the objects, then the balloons, one node at a time: at no time more than one node has no balloon. If the balloon of
 * a node is gone and the next one does not get its size, no further node is touched. Another run continues from there.
 */
export async function applyUpgrade(
  world: SizingWorld,
  { plan, dryRun, timeoutMs }: How,
  limits: Limits,
): Promise<readonly NodeUpgraded[]> {
  if (dryRun !== 'client') await applyInstall(world.cluster, { plan: plan.install, dryRun }, limits)
  if (dryRun !== 'none') return plan.replacements.map(({ node }) => ({ node, outcome: undefined }))
  if (plan.replacements.length === 0) return []
  await untilObserved(world, { plan, timeoutMs }, limits)
  const by = await userOf(world.cluster, limits)
  const done: NodeUpgraded[] = []
  let stopped = false
  for (const replacement of plan.replacements) {
    const outcome: Outcome<Replaced> = stopped
      ? untried(replacement, limits)
      : await settle(replaceBalloon(world, replacement, { timeoutMs, by }, limits))
    stopped ||= outcome.failure !== undefined && endsAll(outcome.failure)
    done.push({ node: replacement.node, outcome })
  }
  return done
}

/** A node that was not touched does not keep others from being upgraded. */
const endsAll = ({ code, fact }: Failure): boolean =>
  code === 'interrupted' || code === 'unreachable' || isAfterDeletion(fact)

const isAfterDeletion = (fact: { readonly reason: string; readonly after?: unknown }): boolean =>
  fact.reason === 'BalloonNotReplaced' || fact.reason === 'CordonLeft'

const untried = ({ node }: Replacement, { signal }: Limits): Outcome<Replaced> => ({ failure: notTried(node, signal) })

interface Status {
  readonly observedGeneration?: number
}

/** Before its controller has seen the new template, it would make another balloon from the old one. */
async function untilObserved(
  { cluster, clock }: SizingWorld,
  { plan, timeoutMs }: Pick<How, 'plan' | 'timeoutMs'>,
  limits: Limits,
): Promise<void> {
  const daemonSet = daemonSetIn(plan.install)
  const seen = await poll({ clock, timeoutMs, signal: limits.signal }, async () => {
    const found = await cluster.objects.read(daemonSet, limits)
    const { generation = 0 } = (found?.metadata ?? {}) as { readonly generation?: number }
    const { observedGeneration = 0 } = (found?.['status'] ?? {}) as Status
    return observedGeneration >= generation ? found : undefined
  })
  if (seen !== undefined) return
  const { name, namespace } = daemonSet.metadata
  throw new Failure('timeout', TemplateNotObserved({ subject: { kind: 'DaemonSet', name, namespace } }))
}
