import type { ObjectBody } from '../../api/object.ts'
import { Failure } from '../../failure.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import type { InstallPlan } from './install.ts'
import type { InstallFact } from './install-fact.ts'
import { subjectOf } from './preflight.ts'

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
