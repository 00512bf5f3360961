import { configMapName, configMapOf } from '../../documents/target.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { DryRun, DryRunMode, Limits } from '../../ports/limits.ts'
import { type Outcome, walk } from '../../ports/outcomes.ts'
import { type DocumentFact, NothingToDelete, RevisionNotRemembered } from '../change/document-messages.ts'
import { checkFailedWrite } from '../change/failed-write.ts'
import type { Cluster } from '../cluster.ts'
import type { DeletePlan, DeleteStep } from './delete-documents.ts'

/** A step that was applied. */
export interface Deleted {
  readonly step: DeleteStep
  /** What was found while applying it. */
  readonly warnings: readonly DocumentFact[]
}

/** Applies the plan. The revision is recorded before the document is deleted. A client dry run deletes nothing. */
export async function applyDelete(
  cluster: Cluster,
  { plan, dryRun }: { plan: DeletePlan; dryRun: DryRunMode },
  limits: Limits,
): Promise<readonly Outcome<Deleted>[]> {
  return walk(plan, async (step) => {
    const { target, stored } = step
    refuseUnknownNode(step)
    if (stored === undefined || dryRun === 'client') return { step, warnings: [] }
    limits.signal.throwIfAborted()
    await rememberRevision(cluster, { step, dryRun }, limits)
    try {
      await cluster.documents.remove(stored, dryRun, limits)
      return { step, warnings: [] }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const isOurs = (now: typeof stored | undefined) => now === undefined
      const attempt = { verb: 'delete', target, dryRun, replaces: stored, isOurs } as const
      return { step, warnings: [await checkFailedWrite(cluster, attempt, error)] }
    }
  })
}

/** The next push continues from this revision. */
async function rememberRevision(
  cluster: Cluster,
  { step: { target, stored }, dryRun }: { step: DeleteStep; dryRun: DryRun },
  limits: Limits,
): Promise<void> {
  const revision = stored?.stamp.revision
  if (revision === undefined) return
  try {
    await cluster.documents.rememberRevision(target, revision, dryRun, limits)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const fact = RevisionNotRemembered({ subject: configMapOf(target), because: error.fact })
    throw new Failure<DocumentFact>(error.code, fact, { cause: error })
  }
}

/** A document that is gone counts as deleted; a node that has neither an object nor a document is a mistyped name. */
function refuseUnknownNode({ target, stored, exists }: DeleteStep): void {
  if (exists || stored !== undefined || target.kind === 'global') return
  const fact = NothingToDelete({
    subject: nodeSubject(target.node),
    configMap: configMapName(target),
  })
  throw new Failure<DocumentFact>('invalid', fact)
}
