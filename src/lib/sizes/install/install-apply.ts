import type { ObjectBody } from '../../api/object.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { Failure } from '../../message/failure.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import { installStages } from '../manifests/manifests.ts'
import type { Cluster } from '../ports/cluster.ts'
import type { InstallPlan } from './install.ts'
import { type InstallFact, InstallInterrupted } from './install-messages.ts'
import { subjectOf } from './preflight.ts'

/**
 * Applies the plan: the namespace first, the balloons last, all others at the same time. A failure ends it after those that
 * were sent with it; a second run continues from there.
 */
export async function applyInstall(
  cluster: Cluster,
  { plan, dryRun }: { plan: InstallPlan; dryRun: DryRun },
  limits: Limits,
): Promise<void> {
  const created = plan.steps.some(({ object, action }) => object.kind === 'Namespace' && action === 'create')
  // In a namespace that exists only in the dry run, the server cannot check objects.
  const unchecked = ({ metadata }: ObjectBody): boolean =>
    dryRun === 'server' && created && metadata.namespace !== undefined
  const objects = plan.steps
    .filter(({ object, action }) => action !== 'unchanged' && !unchecked(object))
    .map(({ object }) => object)
  for (const stage of installStages(objects)) {
    limits.signal.throwIfAborted()
    await concurrently(stage.map((object) => applyOne(cluster, { object, dryRun }, limits)))
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
    const fact: InstallFact = InstallInterrupted({ subject: subjectOf(object), because: cause.fact })
    throw new Failure(cause.code, fact, { cause })
  }
}
