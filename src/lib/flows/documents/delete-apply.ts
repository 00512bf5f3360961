import { configMapName } from '../../documents/target.ts'
import { nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { type Outcome, walk } from '../outcome.ts'
import type { DeletePlan, DeleteStep } from './delete-documents.ts'
import type { DocumentFact } from './document-fact.ts'
import { lookAfterWrite } from './failed-write.ts'

/** A step that was taken. */
export interface Deleted {
  readonly step: DeleteStep
  /** What turned out on the way. */
  readonly warnings: readonly DocumentFact[]
}

/** Walks the plan. The revision is remembered before the document goes, so the next push counts on from there. */
export async function applyDelete(
  cluster: Cluster,
  { plan, dryRun }: { plan: DeletePlan; dryRun: DryRunMode },
  limits: Limits,
): Promise<readonly Outcome<Deleted>[]> {
  return walk(plan, async (step) => {
    const { target, stored } = step
    refuseNobody(step)
    if (stored === undefined || dryRun === 'client') return { step, warnings: [] }
    limits.signal.throwIfAborted()
    const { revision } = stored.stamp
    try {
      if (revision !== undefined) await cluster.documents.rememberRevision(target, revision, dryRun, limits)
      await cluster.documents.remove(stored, dryRun, limits)
      return { step, warnings: [] }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const isOurs = (now: typeof stored | undefined) => now === undefined
      const attempt = { verb: 'delete', target, replaces: stored, isOurs } as const
      return { step, warnings: [await lookAfterWrite(cluster, attempt, error)] }
    }
  })
}

/** A document that is gone is deleted already; one that nobody could have is a mistyped name. */
function refuseNobody({ target, stored, exists }: DeleteStep): void {
  if (exists || stored !== undefined || target.kind === 'global') return
  const fact = {
    reason: 'NothingToDelete',
    subject: nodeSubject(target.node),
    configMap: configMapName(target),
  } as const
  throw new Failure<DocumentFact>('invalid', fact)
}
