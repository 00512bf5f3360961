import type { ObjectBody } from '../../api/object.ts'
import { Failure } from '../../failure.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import { passes } from '../../sizing/resizable.ts'
import type { StateFact } from '../../sizing/size-fact.ts'
import { poll } from './deadline.ts'
import type { InstallPlan } from './install.ts'
import type { InstallFact } from './install-fact.ts'
import { subjectOf } from './preflight.ts'
import type { SizingWorld } from './settle.ts'
import { survey } from './survey.ts'

/** Applies the plan in order. The first failure ends it; a second run continues from there. */
export async function applyInstall(
  cluster: Cluster,
  { plan, dryRun }: { plan: InstallPlan; dryRun: DryRun },
  limits: Limits,
): Promise<void> {
  const created = plan.steps.some(({ object, action }) => object.kind === 'Namespace' && action === 'create')
  for (const { object, action } of plan.steps) {
    if (action === 'unchanged') continue
    // In a namespace that exists only in the dry run, the server cannot check objects.
    if (dryRun === 'server' && created && object.metadata.namespace !== undefined) continue
    limits.signal.throwIfAborted()
    await applyOne(cluster, { object, dryRun }, limits)
  }
}

async function applyOne(
  cluster: Cluster,
  { object, dryRun }: { object: ObjectBody; dryRun: DryRun },
  limits: Limits,
): Promise<void> {
  try {
    await cluster.objects.apply(object, dryRun, limits)
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    const fact: InstallFact = { reason: 'InstallInterrupted', subject: subjectOf(object), because: cause.fact }
    throw new Failure(cause.code, fact, { cause })
  }
}

/** Waits until each selected node has a balloon that can be resized. Rejects with Failure 'timeout'. */
export async function balloonsReady({ cluster, clock }: SizingWorld, timeoutMs: number, limits: Limits): Promise<void> {
  let missing: readonly StateFact[] = []
  const ready = await poll({ clock, timeoutMs, signal: limits.signal }, async () => {
    const { sizes } = await survey(cluster, { by: 'all' }, limits)
    missing = sizes.flatMap(({ why }) => (why !== undefined && isAwaited(why) ? [why] : []))
    return missing.length === 0 ? 'ready' : undefined
  })
  if (ready === undefined) throw new Failure<InstallFact>('timeout', { reason: 'BalloonsNotReady', nodes: missing })
}

/** A node that is down is not waited for: an install does not bring it back. */
const isAwaited = (why: StateFact): boolean =>
  passes(why) || why.reason === 'BalloonNotScheduled' || why.reason === 'ContainerNotStarted'
